import { Effect, Result, Schema, type SchemaIssue } from "effect"
import { findingsIn } from "../kernel/input/findings.ts"
import { effectOf } from "./effectOf.ts"

/**
 * Checks the answers of an adapter. An answer that the port doesn't define is a defect, as if the
 * adapter had thrown. The message has the call, the kind of the answer and the field at fault, and
 * no data of it. Checked answers are copies, because the adapter's object may change.
 */
export const checkedAnswers = <A>(whose: string, schema: Schema.Codec<A, unknown>) => {
  const copyOf = Schema.decodeUnknownResult(Schema.toType(schema))
  return (call: string, answering: () => Effect.Effect<A>): Effect.Effect<A> =>
    Effect.flatMap(effectOf(`${whose} ${call}`, answering), (answer: unknown) =>
      Result.match(copyOf(answer), {
        onFailure: ({ issue }) =>
          Effect.die(
            new TypeError(`${whose} answered ${call} with ${kindOf(answer)}${fieldAtFault(issue)}.`)
          ),
        onSuccess: (copy) => Effect.succeed(copy)
      })
    )
}

const kindOf = (answer: unknown): string => {
  if (typeof answer !== "object" || answer === null) return `no answer but ${typeof answer}`
  const tag = "_tag" in answer ? String(answer._tag) : ""
  const isName = /^[A-Za-z]{1,30}$/.test(tag)
  return isName ? `an ill-formed or unknown ${tag}` : "an object without a tag"
}

/** Returns the field at fault, such as ` in charge.amount`. Empty if it is not clear. */
const fieldAtFault = (issue: SchemaIssue.Issue): string => {
  const path = findingsIn(issue).first[0]?.path ?? []
  // Other keys may be data, such as those of metadata.
  const isSafe = path.every((key) => /^([A-Za-z]{1,30}|\d{1,4})$/.test(String(key)))
  return path.length > 0 && isSafe ? ` in ${path.map(String).join(".")}` : ""
}
