import {
  Payloom,
  type PayloomSetup,
  type ReconciledAccount,
  type ReconcileReport
} from "@payloom/core"
import type { Run } from "../../command/Command.ts"
import { exitCodes } from "../../command/exitCodes.ts"
import { UsageError } from "../../command/UsageError.ts"
import { amountText, orDash, statusCell, timeText } from "../../output/format.ts"
import type { Column, Section } from "../../output/Output.ts"
import { wireForm } from "../../output/wireForm.ts"
import { currentOperator } from "../../target/asOperator.ts"
import { reconciledSetup } from "./reconciledSetup.ts"
import { stepsOf } from "./stepsOf.ts"

interface Given {
  readonly database: string | undefined
  readonly setup: string | undefined
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
  const setup = (await reconciledSetup(given, terminal)) as PayloomSetup<unknown>
  const report = await Payloom.reconcile(setup, {
    reportOnly: given.report,
    acceptRest: given.acceptRest,
    by: currentOperator(`reconcile${given.acceptRest ? " --accept-rest" : ""}`),
    ...(given.since === undefined ? {} : { since: given.since })
  })
  const steps = stepsOf(report)
  return {
    kind: "value",
    sections: [
      ...report.accounts.map(accountSection),
      ...(report.erased.length === 0 ? [] : [erasedSection(report.erased)]),
      { lines: [standingOf(report)] },
      ...(steps.length === 0
        ? []
        : [{ title: "What to do", lines: steps.map((step, nth) => `${nth + 1}. ${step}`) }])
    ],
    json: { ...Object(wireForm(report)), steps },
    ...(steps.length > 0 ? { exitCode: exitCodes.found } : {})
  }
}

const columns: ReadonlyArray<Column> = [
  { title: "Difference" },
  { title: "Reference" },
  { title: "At the provider" },
  { title: "Amount", align: "right" },
  { title: "Result", shrinks: true }
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

const erasedSection = (erased: ReconcileReport["erased"]): Section => ({
  title: "Customers who were erased after the backup",
  table: {
    columns: [{ title: "Customer" }, { title: "Erased" }, { title: "Result", shrinks: true }],
    rows: erased.map(({ customer, erasedAt, isErased, rest }) => [
      customer,
      timeText(erasedAt),
      rest ?? (isErased ? "erased again" : "not erased")
    ]),
    empty: "None."
  }
})

const standingOf = ({ booked, left, renewalsDue, isReleased }: ReconcileReport): string =>
  `${booked} booked, ${left} left for a person. ${renewalsDue} subscriptions are due. ` +
  (isReleased ? "Engines may start on the store." : "The store is held: no engine starts on it.")
