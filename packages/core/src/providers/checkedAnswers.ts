import { Effect, Schema } from "effect"
import { effectOf } from "./effectOf.ts"

/**
 * Checks what somebody outside answers to calls: an answer that the port doesn't know, or none, is
 * a defect, as if they had thrown. It names the call and the kind of answer, and nothing else.
 */
export const checkedAnswers = <A>(whose: string, schema: Schema.Codec<A, unknown>) => {
  const isAnswer = Schema.is(schema)
  return (call: string, answering: () => Effect.Effect<A>): Effect.Effect<A> =>
    Effect.flatMap(effectOf(`${whose} ${call}`, answering), (answer: unknown) =>
      isAnswer(answer)
        ? Effect.succeed(answer)
        : Effect.die(new TypeError(`${whose} answered ${call} with ${kindOf(answer)}.`))
    )
}

const kindOf = (answer: unknown): string => {
  if (typeof answer !== "object" || answer === null) return `no answer but ${typeof answer}`
  const tag = "_tag" in answer ? String(answer._tag) : ""
  const isName = /^[A-Za-z]{1,30}$/.test(tag)
  return isName ? `an ill-formed or unknown ${tag}` : "an object without a tag"
}
