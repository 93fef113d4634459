#include "CBytes.h"

#include <string.h>

#if defined(__x86_64__)
#include <immintrin.h>
#elif defined(__aarch64__) && defined(__ARM_NEON)
#include <arm_neon.h>
#endif

// Sixty-four bytes become two numbers with a bit for each byte: those that are special, and those
// that are not ASCII.
typedef struct {
  uint64_t special;
  uint64_t other;
} marks;

// A byte is special if what its two halves allow has a bit in common. The high half stands for
// a row of ASCII: 0 all but tab, 1 all, 2 `&`, 3 `<` and `>`, 7 DEL and `{`.
#define HIGH_HALVES 1, 2, 4, 8, 0, 0, 0, 16, 0, 0, 0, 0, 0, 0, 0, 0
#define LOW_HALVES(brace) \
  3, 3, 3, 3, 3, 3, 7, 3, 3, 2, 3, 3 | (brace), 11, 3, 11, 19

// Appends the offsets of the bits of a number, which mostly has few of them.
#define APPEND_OFFSETS(mask, start, offsets, written)                               \
  do {                                                                            \
    uint64_t rest = (mask);                                                       \
    size_t here = (size_t)__builtin_popcountll(rest);                             \
    uint16_t *to = (offsets) + (written);                                          \
    for (int i = 0; i < 8; i++, rest &= rest - 1)                                 \
      to[i] = (uint16_t)((start) + (rest ? (size_t)__builtin_ctzll(rest) : 64));   \
    if (__builtin_expect(here > 8, 0)) {                                          \
      for (size_t i = 8; i < here; i++, rest &= rest - 1)                         \
        to[i] = (uint16_t)((start) + (size_t)__builtin_ctzll(rest));              \
    }                                                                             \
    (written) += here;                                                            \
  } while (0)

// The loop over blocks is the same whatever makes the marks of one.
#define FIND_MARKUP(marks_of, bytes, count, brace, offsets)                        \
  size_t written = 0;                                                             \
  uint64_t before = 0;                                                            \
  size_t start = 0;                                                               \
  for (; start + 64 <= (count); start += 64) {                                    \
    marks found = marks_of((bytes) + start, (brace));                             \
    uint64_t first = found.other & ~(found.other << 1 | before);                  \
    before = found.other >> 63;                                                   \
    APPEND_OFFSETS(found.special | first, start, (offsets), written);               \
  }                                                                               \
  if (start < (count)) {                                                          \
    uint8_t last[64] = {0};                                                       \
    memcpy(last, (bytes) + start, (count) - start);                               \
    marks found = marks_of(last, (brace));                                        \
    uint64_t first = found.other & ~(found.other << 1 | before);                  \
    uint64_t there = ((uint64_t)1 << ((count) - start)) - 1;                      \
    APPEND_OFFSETS((found.special | first) & there, start, (offsets), written);     \
  }                                                                               \
  return written

#if defined(__x86_64__)

#define AVX2 __attribute__((target("avx2,bmi,popcnt")))

static inline AVX2 marks marks_avx2(const uint8_t *bytes, int brace) {
  const __m256i high = _mm256_setr_epi8(HIGH_HALVES, HIGH_HALVES);
  const char b = brace ? 16 : 0;
  const __m256i low = _mm256_setr_epi8(LOW_HALVES(b), LOW_HALVES(b));
  marks found = {0, 0};
  for (int half = 0; half < 2; half++) {
    __m256i block = _mm256_loadu_si256((const __m256i *)(bytes + 32 * half));
    __m256i row = _mm256_and_si256(_mm256_srli_epi16(block, 4), _mm256_set1_epi8(15));
    __m256i common =
        _mm256_and_si256(_mm256_shuffle_epi8(low, block), _mm256_shuffle_epi8(high, row));
    uint32_t plain =
        (uint32_t)_mm256_movemask_epi8(_mm256_cmpeq_epi8(common, _mm256_setzero_si256()));
    found.special |= (uint64_t)~plain << (32 * half);
    found.other |= (uint64_t)(uint32_t)_mm256_movemask_epi8(block) << (32 * half);
  }
  return found;
}

static AVX2 size_t find_avx2(const uint8_t *bytes, size_t count, int brace, uint16_t *offsets) {
  FIND_MARKUP(marks_avx2, bytes, count, brace, offsets);
}

static inline marks marks_sse2(const uint8_t *bytes, int brace) {
  const __m128i other_sign = _mm_set1_epi8(brace ? '{' : '<');
  marks found = {0, 0};
  for (int part = 0; part < 4; part++) {
    __m128i block = _mm_loadu_si128((const __m128i *)(bytes + 16 * part));
    __m128i control = _mm_andnot_si128(
        _mm_cmpeq_epi8(block, _mm_set1_epi8('\t')),
        _mm_cmpeq_epi8(_mm_min_epu8(block, _mm_set1_epi8(0x1F)), block));
    // `<` and `>` differ in one bit.
    __m128i bracket = _mm_cmpeq_epi8(_mm_or_si128(block, _mm_set1_epi8(2)), _mm_set1_epi8('>'));
    __m128i sign = _mm_or_si128(
        _mm_or_si128(_mm_cmpeq_epi8(block, _mm_set1_epi8('&')), bracket),
        _mm_or_si128(
            _mm_cmpeq_epi8(block, _mm_set1_epi8(0x7F)), _mm_cmpeq_epi8(block, other_sign)));
    found.special |=
        (uint64_t)(uint32_t)_mm_movemask_epi8(_mm_or_si128(control, sign)) << (16 * part);
    found.other |= (uint64_t)(uint32_t)_mm_movemask_epi8(block) << (16 * part);
  }
  return found;
}

static size_t find_sse2(const uint8_t *bytes, size_t count, int brace, uint16_t *offsets) {
  FIND_MARKUP(marks_sse2, bytes, count, brace, offsets);
}

size_t cbytes_find_markup(const uint8_t *bytes, size_t count, int brace, uint16_t *offsets) {
  static const int unknown = 0, narrow = 1, wide = 2;
  // What several threads find out is the same.
  static volatile int width = 0;
  if (width == unknown) {
    __builtin_cpu_init();
    width = __builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi") ? wide : narrow;
  }
  return width == wide ? find_avx2(bytes, count, brace, offsets)
                       : find_sse2(bytes, count, brace, offsets);
}

#else

#if defined(__aarch64__) && defined(__ARM_NEON)

static inline uint64_t bits_neon(const uint8x16_t lanes[4]) {
  // One bit of each lane, of which pairs are added up three times.
  const uint8x16_t bit = {1, 2, 4, 8, 16, 32, 64, 128, 1, 2, 4, 8, 16, 32, 64, 128};
  uint8x16_t sum = vpaddq_u8(
      vpaddq_u8(vandq_u8(lanes[0], bit), vandq_u8(lanes[1], bit)),
      vpaddq_u8(vandq_u8(lanes[2], bit), vandq_u8(lanes[3], bit)));
  return vgetq_lane_u64(vreinterpretq_u64_u8(vpaddq_u8(sum, sum)), 0);
}

static inline marks marks_of(const uint8_t *bytes, int brace) {
  const uint8x16_t high = {HIGH_HALVES};
  const uint8_t b = brace ? 16 : 0;
  const uint8x16_t low = {LOW_HALVES(b)};
  uint8x16_t special[4], other[4];
  for (int part = 0; part < 4; part++) {
    uint8x16_t block = vld1q_u8(bytes + 16 * part);
    special[part] = vtstq_u8(
        vqtbl1q_u8(low, vandq_u8(block, vdupq_n_u8(15))), vqtbl1q_u8(high, vshrq_n_u8(block, 4)));
    other[part] = vcgeq_u8(block, vdupq_n_u8(0x80));
  }
  return (marks){bits_neon(special), bits_neon(other)};
}

#else

static inline marks marks_of(const uint8_t *bytes, int brace) {
  static const uint8_t high[16] = {HIGH_HALVES};
  const uint8_t b = brace ? 16 : 0;
  const uint8_t low[16] = {LOW_HALVES(b)};
  marks found = {0, 0};
  for (int i = 0; i < 64; i++) {
    found.special |= (uint64_t)((low[bytes[i] & 15] & high[bytes[i] >> 4]) != 0) << i;
    found.other |= (uint64_t)(bytes[i] >> 7) << i;
  }
  return found;
}

#endif

size_t cbytes_find_markup(const uint8_t *bytes, size_t count, int brace, uint16_t *offsets) {
  FIND_MARKUP(marks_of, bytes, count, brace, offsets);
}

#endif
