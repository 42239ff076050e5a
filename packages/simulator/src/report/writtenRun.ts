import type { History } from "../history/History.ts"
import type { Run } from "../run/Run.ts"

/** Writes a run as a timeline, one line for each thing that happened, and then its findings. */
export const writtenTimeline = ({ timeline, findings }: Run): string =>
  [
    ...timeline.map(({ at, text }) => `${new Date(at).toISOString()}  ${text}`),
    ...findings.map((finding) => `FINDING: ${finding}`)
  ].join("\n")

/** Writes a history as a test of Vitest, to be pasted into a file. */
export const writtenTest = (history: History): string =>
  [
    'import { type History, runHistory } from "@payloom/simulator"',
    'import { expect, it } from "vitest"',
    "",
    `const history: History = ${JSON.stringify(history, null, 2)}`,
    "",
    `it("breaks no rule in the shortened history of seed ${history.seed}", async () => {`,
    "  expect((await runHistory(history)).findings).toEqual([])",
    "})"
  ].join("\n")
