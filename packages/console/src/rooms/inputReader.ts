import { inputDecoder } from "@payloom/core"
import { Result, type Schema } from "effect"

/**
 * Returns the reader of an act's input, in its wire form as over HTTP. It throws `InvalidInput`,
 * which names the field.
 */
export const inputReader = <S extends Schema.Top>(schema: S) => {
  const decode = inputDecoder(schema as unknown as Schema.Codec<S["Type"], unknown>)
  return (input: unknown): S["Type"] => Result.getOrThrowWith(decode(input), (refused) => refused)
}
