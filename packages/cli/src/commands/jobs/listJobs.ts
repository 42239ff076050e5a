import type { StoragePort } from "@payloom/core"
import type { Run } from "../../command/Command.ts"
import { exitCodes } from "../../command/exitCodes.ts"
import { spanText, timeText } from "../../output/format.ts"
import { jobKindsOf } from "./jobKindsOf.ts"

/** Prints the kinds of waiting jobs. */
export const listJobs: Run<object, "database"> = async (_, { target }) => {
  const kinds = await jobKindsOf(target.storage)
  const now = Date.now()
  const late = kinds.filter(({ isLate }) => isLate)
  const down = downIn(target.storage)
  return {
    kind: "table",
    table: {
      columns: [
        { title: "Kind", shrinks: true },
        { title: "Next due (UTC)" },
        { title: "Late", align: "right" }
      ],
      rows: kinds.map(({ kind, dueAt, isLate }) => [
        kind,
        timeText(dueAt),
        isLate ? { text: spanText(now - dueAt), colour: "red" } : "-"
      ]),
      empty: "No job waits."
    },
    json: {
      object: "list",
      data: kinds.map(({ kind, dueAt, isLate }) => ({
        kind,
        next_due: new Date(dueAt).toISOString(),
        late: isLate
      })),
      ...(down.length === 0 ? {} : { down })
    },
    exitCode: late.length === 0 ? exitCodes.done : exitCodes.found,
    notes: [
      ...(late.length === 0 ? [] : ["Jobs are late: check that a process with workers runs."]),
      ...down.map((cell) => `The cell ${cell} is down, so its jobs are not listed.`)
    ]
  }
}

/** Returns the cells that did not answer. */
const downIn = ({ databases }: StoragePort): ReadonlyArray<string> =>
  (databases?.() ?? []).flatMap(({ name, isReachable }) => (isReachable ? [] : [name]))
