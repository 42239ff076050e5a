import fc from "fast-check"

/**
 * A unit of texts: any code point of any length in UTF-8, and halves of pairs as often. What
 * fast-check has of the kind takes a second to be made, and knows no halves.
 */
export const anyUnit: fc.Arbitrary<string> = fc
  .oneof(fc.nat(0x10ffff), fc.integer({ min: 0xd800, max: 0xdfff }), fc.nat(0xffff))
  .map((point) => String.fromCodePoint(point))
