import { Schema } from "effect"

/** The encoding of a resource for the wire. */
export interface WireCodec<A> {
  /** The schema for reading answers of any engine, also a newer one: its enumerations are open. */
  readonly schema: Schema.Codec<unknown, unknown>
  /** Encodes a resource as a JSON value. */
  readonly encode: (value: A) => unknown
  /** Encodes a resource as JSON text. */
  readonly toBody: (value: A) => string
  /** Encodes a resource as parts of the JSON text. Absent if the text is short. */
  readonly toParts?: (value: A) => Iterable<string>
  /** Decodes a resource from JSON text. */
  readonly fromBody: (body: string) => A
}

/** Encoding needs no checks, because stored values were checked when they were read. */
const trusted = { disableChecks: true } as const

/** The JSON object of a stored answer. */
type StoredBody = Readonly<Record<string, unknown>>

/**
 * Creates a codec. It is compiled once, so call this at module level. A resource on a hot path
 * passes its own `encode`, which gives the same result as the schema and is several times as fast.
 *
 * The enumerations of the schema are open, but those of the resource are not, because `fromBody`
 * only reads bodies that this engine stored. An earlier release may have stored them without a new
 * field, so `newer` adds it.
 */
export const wireCodec = <A extends Read, Read>(
  schema: Schema.Codec<Read, unknown>,
  encode: (value: A) => unknown = Schema.encodeSync(schema, trusted),
  newer: (stored: StoredBody) => StoredBody = (stored) => stored
): WireCodec<A> => {
  const decode = Schema.decodeUnknownSync(schema, trusted) as (body: unknown) => Read
  return {
    schema,
    encode,
    toBody: (value) => JSON.stringify(encode(value)),
    fromBody: ((body) => decode(newer(JSON.parse(body)))) as (body: string) => Read as (
      body: string
    ) => A
  }
}
