import { Schema } from "effect"
import { type WireCodec, wireCodec } from "../kernel/codec/WireCodec.ts"

type AnySchema = Schema.Codec<unknown, unknown>

const encoders = new WeakMap<object, (value: unknown) => unknown>()

/** Returns the encoder of a schema. It throws for a value that is not of the schema. */
export const encoderOf = (schema: AnySchema): ((value: unknown) => unknown) => {
  const encode = encoders.get(schema) ?? Schema.encodeSync(schema)
  encoders.set(schema, encode)
  return encode
}

/** Returns the codec of an answer of a module. Unlike core's, it checks what it encodes. */
export const moduleCodec = (schema: AnySchema): WireCodec<unknown> =>
  wireCodec(schema, encoderOf(schema))
