import { expect } from "vitest"
import type { CsvIssue } from "../CsvRefused.ts"

/** The issues that a reading is refused for. */
export const issuesOf = async (reading: Promise<unknown>): Promise<ReadonlyArray<CsvIssue>> => {
  const refused = await reading.then(
    () => null,
    (error: unknown) => error
  )
  expect(refused).toMatchObject({ _tag: "CsvRefused" })
  return (refused as { readonly issues: ReadonlyArray<CsvIssue> }).issues
}
