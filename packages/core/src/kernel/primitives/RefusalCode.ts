/**
 * The code with which input is refused if it fails a schema or a check. Schemas and checks have it
 * in their `refusal` annotation. `parameter_invalid` if absent.
 */
export type RefusalCode =
  | "parameter_invalid"
  | "parameter_missing"
  | "amount_invalid_format"
  | "amount_too_large"
  | "card_number_not_allowed"
  | "currency_unsupported"

/**
 * Returns the annotations of a schema or check: the code of a refusal, the expectation, and the
 * known values. A refusal suggests the nearest known value.
 */
export const refusedAs = (refusal: RefusalCode, expected: string, known?: ReadonlyArray<string>) =>
  known === undefined ? { refusal, expected } : { refusal, expected, known }
