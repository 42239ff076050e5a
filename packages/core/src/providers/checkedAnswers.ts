import { Effect, Option, Schema } from "effect"
import { effectOf } from "./effectOf.ts"

/**
 * Checks the answers of an adapter. An answer that the port doesn't define is a defect, as if the
 * adapter had thrown. The message has the call and the kind of the answer, and no data of it.
 * Checked answers are copies, because the adapter's object may change.
 */
export const checkedAnswers = <A>(whose: string, schema: Schema.Codec<A, unknown>) => {
  const copyOf = Schema.decodeUnknownOption(Schema.toType(schema))
  return (call: string, answering: () => Effect.Effect<A>): Effect.Effect<A> =>
    Effect.flatMap(effectOf(`${whose} ${call}`, answering), (answer: unknown) =>
      Option.match(copyOf(answer), {
        onNone: () =>
          Effect.die(new TypeError(`${whose} answered ${call} with ${kindOf(answer)}.`)),
        onSome: Effect.succeed
      })
    )
}

const kindOf = (answer: unknown): string => {
  if (typeof answer !== "object" || answer === null) return `no answer but ${typeof answer}`
  const tag = "_tag" in answer ? String(answer._tag) : ""
  const isName = /^[A-Za-z]{1,30}$/.test(tag)
  return isName ? `an ill-formed or unknown ${tag}` : "an object without a tag"
}
