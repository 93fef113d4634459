// The compiler reads the files itself (`#embed`, C23 6.10.4).
#include "CTables.h"

static const uint8_t named_references[] = {
#embed "Data/named-references.txt"
};
const ct_table ct_named_references = {named_references, sizeof named_references};

static const uint8_t font_6x6[] = {
#embed "Data/font-6x6.hex"
};
const ct_table ct_font_6x6 = {font_6x6, sizeof font_6x6};

static const uint8_t font_5x8[] = {
#embed "Data/font-5x8.hex"
};
const ct_table ct_font_5x8 = {font_5x8, sizeof font_5x8};

static const uint8_t font_6x9[] = {
#embed "Data/font-6x9.hex"
};
const ct_table ct_font_6x9 = {font_6x9, sizeof font_6x9};

static const uint8_t font_6x10[] = {
#embed "Data/font-6x10.hex"
};
const ct_table ct_font_6x10 = {font_6x10, sizeof font_6x10};

static const uint8_t font_6x12[] = {
#embed "Data/font-6x12.hex"
};
const ct_table ct_font_6x12 = {font_6x12, sizeof font_6x12};

static const uint8_t font_7x14[] = {
#embed "Data/font-7x14.hex"
};
const ct_table ct_font_7x14 = {font_7x14, sizeof font_7x14};

static const uint8_t font_8x16[] = {
#embed "Data/font-8x16.hex"
};
const ct_table ct_font_8x16 = {font_8x16, sizeof font_8x16};
