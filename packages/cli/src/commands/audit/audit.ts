import { auditStore, type StoreAudit } from "@payloom/auditor/store"
import type { Run } from "../../command/Command.ts"
import { exitCodes } from "../../command/exitCodes.ts"
import { counted } from "../../output/format.ts"
import type { Section } from "../../output/Output.ts"
import { progressBar } from "../../output/progressBar.ts"
import { openAudited } from "./openAudited.ts"

interface Given {
  readonly database: string | undefined
  readonly setup: string | undefined
  readonly withProviders: boolean
  readonly settled: boolean
  readonly eventsSince: number | undefined
  readonly limit: number
}

/** Audits the rows of a store. */
export const auditDatabase: Run<Given, "nothing"> = async (given, { terminal, json }) => {
  const started = performance.now()
  const bar = progressBar(terminal, !json)
  try {
    const { source, providers } = await openAudited(given, terminal)
    const audited = await auditStore(source, {
      now: Date.now(),
      isSettled: given.settled,
      limit: given.limit,
      ...(providers === undefined ? {} : { providers }),
      ...(given.eventsSince === undefined ? {} : { eventsSince: given.eventsSince }),
      onProgress: ({ read, audited: done }) =>
        bar.show(read === 0 ? 0 : done / read, `${counted(read, "row")} read`)
    })
    bar.end()
    const seconds = Math.round((performance.now() - started) / 100) / 10
    const found = Object.values(audited.counts).reduce((sum, count) => sum + count, 0)
    return {
      kind: "value",
      sections: sectionsOf(audited, found),
      json: { findings: audited.findings, counts: audited.counts, ...sizeOf(audited), seconds },
      exitCode: found === 0 ? exitCodes.done : exitCodes.found
    }
  } finally {
    bar.end()
  }
}

const sizeOf = ({ rows, payments }: StoreAudit) => ({ rows, payments })

const sectionsOf = (
  { findings, counts, rows, payments }: StoreAudit,
  found: number
): ReadonlyArray<Section> => [
  {
    title: `${counted(rows, "row")} with ${counted(payments, "payment")} audited`,
    table: {
      columns: [{ title: "Rule" }, { title: "Row" }, { title: "Finding", shrinks: true }],
      rows: findings.map(({ rule, row, sentence }) => [
        { text: rule, colour: "red" },
        row,
        sentence
      ]),
      empty: "There is no finding."
    }
  },
  ...(found > findings.length
    ? [
        {
          title: `${findings.length} of ${counted(found, "finding")} are shown. All by rule:`,
          fields: Object.entries(counts).map(([rule, count]) => [rule, `${count}`] as const)
        }
      ]
    : [])
]
