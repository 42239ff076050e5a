/**
 * The code that input failing a schema or one of its checks is refused with. They name one in their
 * `refusal` annotation; without one the input is refused as `parameter_invalid`.
 */
export type RefusalCode =
  | "parameter_invalid"
  | "amount_invalid_format"
  | "amount_too_large"
  | "card_number_not_allowed"
  | "currency_unsupported"

/**
 * Annotations of a schema or check: what failing it is refused as, what it expects, and the values
 * that it takes, of which a refusal names the nearest.
 */
export const refusedAs = (refusal: RefusalCode, expected: string, known?: ReadonlyArray<string>) =>
  known === undefined ? { refusal, expected } : { refusal, expected, known }
