/* Sums without rounding, so that their order does not show: limbs of 32 bits
 * from 2^-1074 upwards, with room for carries. */
#include <math.h>
#include <string.h>

#include "compute/tally.h"

enum { LIMB = 32, LOWEST = -1074 };
static const uint64_t low_half = 0xffffffffu;

void
wkc_exact_add(int64_t *limb, double x)
{
    uint64_t bits;
    memcpy(&bits, &x, sizeof bits);
    const uint64_t exp = bits >> 52 & 0x7ff;
    uint64_t m = bits & (((uint64_t)1 << 52) - 1);
    if (exp)
        m |= (uint64_t)1 << 52;
    const unsigned at = exp ? (unsigned)exp - 1 : 0; /* above 2^-1074 */
    const uint64_t lo = (m & low_half) << at % LIMB;
    const uint64_t hi = (m >> LIMB) << at % LIMB;
    const int64_t part[3] = {(int64_t)(lo & low_half),
                             (int64_t)((lo >> LIMB) + (hi & low_half)),
                             (int64_t)(hi >> LIMB)};
    for (size_t i = 0; i < 3; i++)
        limb[at / LIMB + i] += bits >> 63 ? -part[i] : part[i];
}

void
wkc_exact_carry(int64_t *limb)
{
    for (size_t i = 0; i + 1 < WKC_LIMBS; i++) {
        const int64_t low = limb[i] & (int64_t)low_half;
        limb[i + 1] += (limb[i] - low) / ((int64_t)1 << LIMB);
        limb[i] = low;
    }
}

double
wkc_exact_value(const int64_t *limb)
{
    int64_t own[WKC_LIMBS];
    double x = 0;
    memcpy(own, limb, sizeof own);
    wkc_exact_carry(own);
    const bool negative = own[WKC_LIMBS - 1] < 0;
    if (negative) {
        for (size_t i = 0; i < WKC_LIMBS; i++)
            own[i] = -own[i];
        wkc_exact_carry(own);
    }
    for (size_t i = WKC_LIMBS; i-- > 0;)
        x += ldexp((double)own[i], (int)i * LIMB + LOWEST);
    return negative ? -x : x;
}
