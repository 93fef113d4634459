// In a file of its own, so that the linker leaves it out of programs that draw no pictures.
#include "CTables.h"

// The compiler has it for every version of C, and would warn of each file.
#pragma clang diagnostic ignored "-Wc23-extensions"

static const uint8_t font_8x16[] = {
#embed "Data/font-8x16.hex"
};
const ct_table ct_font_8x16 = {font_8x16, sizeof font_8x16};
