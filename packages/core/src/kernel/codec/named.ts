import { Schema } from "effect"

/**
 * Gives a schema a name on both its sides: the values inside and their wire form. Documents of the
 * API and generated clients show the resource by this name wherever it stands.
 */
export const named =
  (identifier: string) =>
  <S extends Schema.Top>(schema: S): S => {
    const inside = schema.annotate({ identifier }) as S
    return Schema.annotateEncoded<S>({ identifier })(inside) as S
  }
