#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// How many times as long something takes for four times as much: four where time grows with the
/// amount, sixteen where it grows with its square.
///
/// What this thread uses of the processor is counted, and the shortest of some tries.
///
/// - Parameters:
///   - amount: how much is done first.
///   - limit: more tries are made only as long as the ratio is above it.
///   - work: does what is measured, for an amount.
/// - Returns: the ratio.
public func growth(from amount: Int, limit: Double = 8, of work: (Int) -> Void) -> Double {
  var (few, many) = (Double.infinity, Double.infinity)
  for _ in 0..<10 {
    few = min(few, seconds { work(amount) })
    many = min(many, seconds { work(amount * 4) })
    if many / few <= limit { break }
  }
  return many / few
}

private func seconds(_ work: () -> Void) -> Double {
  func now() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }
  let start = now()
  work()
  return now() - start
}
