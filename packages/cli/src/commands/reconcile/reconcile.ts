import type { ReconciledAccount, ReconcileReport } from "@payloom/core"
import type { Run } from "../../command/Command.ts"
import { exitCodes } from "../../command/exitCodes.ts"
import { UsageError } from "../../command/UsageError.ts"
import { amountText, orDash, statusCell } from "../../output/format.ts"
import type { Column, Section } from "../../output/Output.ts"
import { wireForm } from "../../output/wireForm.ts"
import { reconcileStore } from "../../reconcile/reconcileStore.ts"
import { fileAt } from "../../target/fileAt.ts"
import { stepsOf } from "./stepsOf.ts"

interface Given {
  readonly setup: string
  readonly withProviders: boolean
  readonly since: number | undefined
  readonly report: boolean
  readonly acceptRest: boolean
}

/** Reconciles a restored store with the providers of a setup. */
export const reconcile: Run<Given, "nothing"> = async (given, { terminal }) => {
  if (!given.withProviders) {
    throw new UsageError("--with-providers is missing: it says that every account is read.")
  }
  const report = await reconcileStore({
    setup: fileAt(terminal, given.setup),
    reportOnly: given.report,
    acceptRest: given.acceptRest,
    ...(given.since === undefined ? {} : { since: given.since })
  })
  const steps = stepsOf(report)
  return {
    kind: "value",
    sections: [
      ...report.accounts.map(accountSection),
      { lines: [standingOf(report)] },
      ...(steps.length === 0
        ? []
        : [{ title: "What to do", lines: steps.map((step, nth) => `${nth + 1}. ${step}`) }])
    ],
    json: { ...Object(wireForm(report)), steps },
    ...(report.left > 0 ? { exitCode: exitCodes.found } : {})
  }
}

const columns: ReadonlyArray<Column> = [
  { title: "DIFFERENCE" },
  { title: "REFERENCE" },
  { title: "AT THE PROVIDER" },
  { title: "AMOUNT", align: "right" },
  { title: "RESULT", shrinks: true }
]

const accountSection = ({
  mid,
  provider,
  compared,
  findings,
  problems
}: ReconciledAccount): Section => ({
  title: `${provider} ${mid}: ${compared} charges compared`,
  table: {
    columns,
    rows: findings.map(({ kind, reference, state, amount, currency, isBooked, rest }) => [
      kind,
      reference,
      statusCell(state),
      amount == null || currency == null ? orDash(null) : amountText(amount, currency),
      rest ?? (isBooked ? "booked" : "not booked")
    ]),
    empty: "There is no difference."
  },
  lines: problems
})

const standingOf = ({ booked, left, renewalsDue, isReleased }: ReconcileReport): string =>
  `${booked} booked, ${left} left for a person. ${renewalsDue} subscriptions are due. ` +
  (isReleased ? "Engines may start on the store." : "The store is held: no engine starts on it.")
