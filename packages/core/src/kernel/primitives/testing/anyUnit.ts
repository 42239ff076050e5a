import fc from "fast-check"

/**
 * A unit of text: any code point of any length in UTF-8, or half of a surrogate pair, equally
 * often. The generator of fast-check takes a second to create, and has no halves.
 */
export const anyUnit: fc.Arbitrary<string> = fc
  .oneof(fc.nat(0x10ffff), fc.integer({ min: 0xd800, max: 0xdfff }), fc.nat(0xffff))
  .map((point) => String.fromCodePoint(point))
