const digits = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"

/** Encodes a number below 1,048,576 in four of a ULID's characters, which sort like the number. */
export const inFourDigits = (value: number): string =>
  [15, 10, 5, 0].map((shift) => digits[(value >> shift) & 31]).join("")
