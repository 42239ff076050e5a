import { Payloom, type PayloomSetup } from "@payloom/core"
import { expect } from "vitest"

type Anything = Readonly<Record<string, unknown>>

interface Refusal {
  readonly _tag: string
  readonly message: string
  readonly issues: ReadonlyArray<Anything>
}

/** Returns the error of an engine's setup, given as an untyped program would give it. */
export const refusalOf = (given: unknown): Promise<Refusal> =>
  Payloom.make(given as PayloomSetup<never>).then(
    () => expect.fail("An engine was made of it."),
    (error) => error
  )

/** Returns the names of the fields that the error is about. */
export const fieldsIn = async (given: unknown): Promise<ReadonlyArray<unknown>> => {
  const refusal = await refusalOf(given)
  expect(refusal._tag).toBe("SetupInvalid")
  return refusal.issues.map(({ field }) => field)
}
