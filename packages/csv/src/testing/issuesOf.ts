import { expect } from "vitest"
import type { CsvIssue } from "../CsvRefused.ts"

/** Returns the issues of a file that is refused. */
export const issuesOf = async (reading: Promise<unknown>): Promise<ReadonlyArray<CsvIssue>> => {
  const refused = await reading.then(
    () => null,
    (error: unknown) => error
  )
  expect(refused).toMatchObject({ _tag: "CsvRefused" })
  return (refused as { readonly issues: ReadonlyArray<CsvIssue> }).issues
}
