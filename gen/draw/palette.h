/* Colours and how each role is painted: one table, which the style sheet
 * agrees with (a test compares). */
#ifndef WKD_PALETTE_H
#define WKD_PALETTE_H

#include "draw/scene.h"

/* Token of the style sheet, light, dark. */
// clang-format off
#define WKD_TOKEN_LIST(X)                                                     \
    X(BG, "bg", 0xFBFAF7, 0x15171C)    X(SUNKEN, "sunken", 0xF3F1EB, 0x101216) \
    X(INK, "ink", 0x1B1D22, 0xECEAE4)  X(INK_2, "ink-2", 0x50545D, 0xB5B8BF)  \
    X(INK_3, "ink-3", 0x686C75, 0x979BA4)                                     \
    X(RULE, "rule", 0xE3E0D8, 0x2E323B) X(RULE_2, "rule-2", 0x8A8D94, 0x737882) \
    X(GRIDLINE, "grid", 0xE6E3DB, 0x2A2E36) X(UNK, "unk", 0x5D616A, 0xAEB2BA) \
    X(C0, "neutral", 0x868A92, 0x6C717B)                                      \
    X(C1, "c1", 0x2955BC, 0x5784E5) X(C2, "c2", 0xD47732, 0xE78851)           \
    X(C3, "c3", 0x308263, 0x60CDBC) X(C4, "c4", 0x85094B, 0xB8346E)           \
    X(C5, "c5", 0x8C680E, 0xF0D67C) X(C6, "c6", 0x1B8EC5, 0x86B1CB)           \
    X(C7, "c7", 0x764638, 0xAF6C65) X(C8, "c8", 0x563F76, 0x7D669F)           \
    X(CH, "hl", 0xC8371B, 0xF2714C)                                           \
    X(T0, "neutral-t", 0x63676F, 0xA4A8B1)                                    \
    X(T1, "t1", 0x2955BC, 0x7FA3F0) X(T2, "t2", 0xA9561A, 0xE78851)           \
    X(T3, "t3", 0x2A7658, 0x60CDBC) X(T4, "t4", 0x85094B, 0xE381AC)           \
    X(T5, "t5", 0x7A5A0A, 0xF0D67C) X(T6, "t6", 0x13719F, 0x86B1CB)           \
    X(T7, "t7", 0x764638, 0xCF8F88) X(T8, "t8", 0x563F76, 0xA792CB)           \
    X(TH, "hl-t", 0xB93016, 0xFF8E6C)                                         \
    X(I0, "i0", 0x1B1D22, 0xFFFFFF)                                           \
    X(I1, "i1", 0xFFFFFF, 0x0C0E11) X(I2, "i2", 0x1B1D22, 0x0C0E11)           \
    X(I3, "i3", 0xFFFFFF, 0x0C0E11) X(I4, "i4", 0xFFFFFF, 0xFFFFFF)           \
    X(I5, "i5", 0xFFFFFF, 0x0C0E11) X(I6, "i6", 0x1B1D22, 0x0C0E11)           \
    X(I7, "i7", 0xFFFFFF, 0x0C0E11) X(I8, "i8", 0xFFFFFF, 0xFFFFFF)           \
    X(IH, "ih", 0xFFFFFF, 0x0C0E11)                                           \
    X(Q1, "q1", 0xE4ECEF, 0x1E2A35) X(Q2, "q2", 0xBFD5DF, 0x24455A)           \
    X(Q3, "q3", 0x93B9CC, 0x2D627F) X(Q4, "q4", 0x6399B8, 0x3F82A3)           \
    X(Q5, "q5", 0x3B789F, 0x64A3C0) X(Q6, "q6", 0x1F567D, 0x98C5D9)           \
    X(Q7, "q7", 0x0F3556, 0xD3E6EE)                                           \
    X(Q1I, "q1i", 0x1B1D22, 0xECEAE4) X(Q2I, "q2i", 0x1B1D22, 0xECEAE4)       \
    X(Q3I, "q3i", 0x1B1D22, 0xECEAE4) X(Q4I, "q4i", 0x1B1D22, 0x0C0E11)       \
    X(Q5I, "q5i", 0xFFFFFF, 0x0C0E11) X(Q6I, "q6i", 0xFFFFFF, 0x0C0E11)       \
    X(Q7I, "q7i", 0xFFFFFF, 0x0C0E11)                                         \
    X(D1, "d1", 0x8F4A00, 0xF3B26B) X(D2, "d2", 0xC47D32, 0xB9762F)           \
    X(D3, "d3", 0xEBCBA3, 0x5F4426) X(D4, "d4", 0xEFEDE7, 0x2A2D34)           \
    X(D5, "d5", 0xAFC9E2, 0x2C4766) X(D6, "d6", 0x5E90C4, 0x4F83BC)           \
    X(D7, "d7", 0x214F8F, 0x9CC4F2)                                           \
    X(D1I, "d1i", 0xFFFFFF, 0x0C0E11) X(D2I, "d2i", 0x1B1D22, 0x0C0E11)       \
    X(D3I, "d3i", 0x1B1D22, 0xECEAE4) X(D4I, "d4i", 0x1B1D22, 0xECEAE4)       \
    X(D5I, "d5i", 0x1B1D22, 0xECEAE4) X(D6I, "d6i", 0x1B1D22, 0x0C0E11)       \
    X(D7I, "d7i", 0xFFFFFF, 0x0C0E11)
// clang-format on

#define WKD_TOKEN_ENUM(name, text, light, dark) WKD_TOKEN_##name,
typedef enum wkd_token {
    WKD_TOKEN_LIST(WKD_TOKEN_ENUM) WKD_TOKENS,
    WKD_TOKEN_NONE = WKD_TOKENS
} wkd_token;

typedef struct wkd_tint {
    const char *name;     /* of the style sheet, without -- */
    uint32_t light, dark; /* 0xRRGGBB */
} wkd_tint;
extern const wkd_tint wkd_tints[WKD_TOKENS];

/* How a mark is painted: filled first, then stroked. */
typedef struct wkd_look {
    wkd_token fill, stroke; /* WKD_TOKEN_NONE: not */
    double width;           /* of the stroke */
    double opacity;         /* of the whole */
    wkd_dash dash;
    bool is_round; /* ends and joins of lines */
} wkd_look;
wkd_look wkd_mark_look(const wkd_mark *m);
wkd_token wkd_word_look(const wkd_word *w);

/* Lengths of a dash: on, off, ...; n = 0: solid. */
size_t wkd_dash_lengths(wkd_dash dash, double out[4]);

/* The outline of a shape of radius r round (x, y), as many corners as *n says;
 * of a circle 0, which is an arc. */
size_t
wkd_shape_corners(wkd_shape shape, wkd_point at, double r, wkd_point out[4]);

const char *wkd_role_name(wkd_role role);
const char *wkd_word_role_name(wkd_word_role role);

#endif
