import { Effect, Option, Schema } from "effect"
import { effectOf } from "./effectOf.ts"

/**
 * Checks what somebody outside answers to calls: an answer that the port doesn't know, or none, is
 * a defect, as if they had thrown. It names the call and the kind of answer, and nothing else.
 * What is handed on is a copy, for theirs may read otherwise the next time.
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
