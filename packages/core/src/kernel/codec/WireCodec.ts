import { Schema } from "effect"

/** How a resource goes over the wire and comes back. */
export interface WireCodec<A> {
  /** Reads what any engine answers, a newer one too: its enumerations are open (spec 9). */
  readonly schema: Schema.Codec<unknown, unknown>
  /** The resource as the JSON value that a response carries. */
  readonly encode: (value: A) => unknown
  /** The resource as the JSON text that a response carries. */
  readonly toBody: (value: A) => string
  /** The resource from such a text. */
  readonly fromBody: (body: string) => A
}

/** What goes out was checked when it came in. */
const trusted = { disableChecks: true } as const

/**
 * Compiled once per resource; call it at module level. A resource on the hottest path brings its
 * own `encode`, which says the same as its schema, several times as fast.
 *
 * The schema's enumerations are open, those of the resource are not: what comes from a body is what
 * this engine has stored itself.
 */
export const wireCodec = <A extends Read, Read>(
  schema: Schema.Codec<Read, unknown>,
  encode: (value: A) => unknown = Schema.encodeSync(schema, trusted)
): WireCodec<A> => {
  const text = Schema.fromJsonString(schema)
  return {
    schema,
    encode,
    toBody: (value) => JSON.stringify(encode(value)),
    fromBody: Schema.decodeSync(text, trusted) as (body: string) => Read as (body: string) => A
  }
}
