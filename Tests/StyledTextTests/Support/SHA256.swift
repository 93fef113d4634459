/// SHA-256 (FIPS 180-4), to check generated tables against the digests in their headers.
struct SHA256 {
  private var state: [UInt32] = [
    0x6a09_e667, 0xbb67_ae85, 0x3c6e_f372, 0xa54f_f53a, 0x510e_527f, 0x9b05_688c, 0x1f83_d9ab,
    0x5be0_cd19,
  ]
  private var pending: [UInt8] = []
  private var length = 0

  /// The first 32 bits of the fractional parts of the cube roots of the first 64 primes.
  private static let constants: [UInt32] = {
    var primes: [Int] = []
    var candidate = 2
    while primes.count < 64 {
      if primes.allSatisfy({ candidate % $0 != 0 }) { primes.append(candidate) }
      candidate += 1
    }
    return primes.map { prime in
      // The cube root of prime · 2^96, by bisection on whole numbers, in 128 bits.
      var low: UInt64 = 0
      var high: UInt64 = 1 << 36
      while high - low > 1 {
        let middle = (low + high) / 2
        let square = UInt128(middle) * UInt128(middle)
        if square * UInt128(middle) <= UInt128(prime) << 96 { low = middle } else { high = middle }
      }
      return UInt32(truncatingIfNeeded: low)
    }
  }()

  mutating func update(_ bytes: [UInt8]) {
    length += bytes.count
    pending += bytes
    while pending.count >= 64 {
      block(Array(pending[..<64]))
      pending.removeFirst(64)
    }
  }

  var hexadecimal: String {
    var copy = self
    copy.pending += [0x80]
    while copy.pending.count % 64 != 56 { copy.pending.append(0) }
    for shift in stride(from: 56, through: 0, by: -8) {
      copy.pending.append(UInt8(truncatingIfNeeded: (length * 8) >> shift))
    }
    while !copy.pending.isEmpty {
      copy.block(Array(copy.pending[..<64]))
      copy.pending.removeFirst(64)
    }
    return copy.state.map {
      let digits = String($0, radix: 16)
      return String(repeating: "0", count: 8 - digits.count) + digits
    }.joined()
  }

  private mutating func block(_ bytes: [UInt8]) {
    func rotate(_ word: UInt32, _ count: UInt32) -> UInt32 { word >> count | word << (32 - count) }
    var words: [UInt32] = []
    for index in 0..<16 {
      words.append(bytes[index * 4..<index * 4 + 4].reduce(0) { $0 << 8 | UInt32($1) })
    }
    for index in 16..<64 {
      let first = words[index - 15]
      let second = words[index - 2]
      let mixed =
        (rotate(first, 7) ^ rotate(first, 18) ^ first >> 3)
        &+ (rotate(second, 17) ^ rotate(second, 19) ^ second >> 10)
      words.append(words[index - 16] &+ words[index - 7] &+ mixed)
    }
    var (a, b, c, d) = (state[0], state[1], state[2], state[3])
    var (e, f, g, h) = (state[4], state[5], state[6], state[7])
    for index in 0..<64 {
      let choice = (e & f) ^ (~e & g)
      let first =
        h &+ (rotate(e, 6) ^ rotate(e, 11) ^ rotate(e, 25)) &+ choice &+ Self.constants[index]
        &+ words[index]
      let majority = (a & b) ^ (a & c) ^ (b & c)
      let second = (rotate(a, 2) ^ rotate(a, 13) ^ rotate(a, 22)) &+ majority
      (h, g, f, e, d, c, b, a) = (g, f, e, d &+ first, c, b, a, first &+ second)
    }
    for (index, word) in [a, b, c, d, e, f, g, h].enumerated() { state[index] &+= word }
  }
}
