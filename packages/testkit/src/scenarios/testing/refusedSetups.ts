import { Payloom, type PayloomSetup } from "@payloom/core"
import { expect } from "vitest"

type Anything = Readonly<Record<string, unknown>>

interface Refusal {
  readonly _tag: string
  readonly message: string
  readonly issues: ReadonlyArray<Anything>
}

/** What an engine is refused for, as a program without types would have it. */
export const refusalOf = (given: unknown): Promise<Refusal> =>
  Payloom.make(given as PayloomSetup<never>).then(
    () => expect.fail("An engine was made of it."),
    (error) => error
  )

/** The fields that it is refused for. */
export const fieldsIn = async (given: unknown): Promise<ReadonlyArray<unknown>> => {
  const refusal = await refusalOf(given)
  expect(refusal._tag).toBe("SetupInvalid")
  return refusal.issues.map(({ field }) => field)
}
