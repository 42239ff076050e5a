import { Schema } from "effect"

type SnakeCase<Name extends string> = Name extends `${infer First}${infer Rest}`
  ? First extends Lowercase<First>
    ? `${First}${SnakeCase<Rest>}`
    : `_${Lowercase<First>}${SnakeCase<Rest>}`
  : ""

/** The fields of an object with their names on the wire. */
export type SnakeCased<Encoded> = {
  [Name in keyof Encoded as SnakeCase<Name & string>]: Encoded[Name]
}

const snakeCase = (name: string): string =>
  name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

/**
 * Returns a schema whose fields are in snake case on the wire, as those of core are: `expiresAt` in
 * a program is `expires_at` over HTTP and in webhooks.
 *
 * @example
 * const Voucher = snakeCased(Schema.Struct({ id: Schema.String, expiresAt: Timestamp }))
 */
export const snakeCased = <Fields extends Schema.Struct.Fields>(
  struct: Schema.Struct<Fields>
): Schema.Codec<Schema.Struct<Fields>["Type"], SnakeCased<Schema.Struct<Fields>["Encoded"]>> => {
  const names = Object.keys(struct.fields).map((name) => [name, snakeCase(name)])
  return struct.pipe(Schema.encodeKeys(Object.fromEntries(names))) as never
}
