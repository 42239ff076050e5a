import {
  type ImportStatus,
  type ImportVerification,
  type PlannedSubscription,
  reasonText
} from "@payloom/provider-stripe/import"
import { exitCodes } from "../../command/exitCodes.ts"
import { amountText, orDash, timeText } from "../../output/format.ts"
import type { Output, StreamLine } from "../../output/Output.ts"
import { wireForm } from "../../output/wireForm.ts"

/** Returns a plan, line by line, with the sums at the end. */
export const planOutput = (planned: AsyncIterable<PlannedSubscription>): Output => ({
  kind: "stream",
  lines: planLines(planned)
})

async function* planLines(planned: AsyncIterable<PlannedSubscription>): AsyncGenerator<StreamLine> {
  const sums = new Map<string, { count: number; sum: bigint }>()
  const reasons: Record<string, number> = {}
  let [comes, stays] = [0, 0]
  for await (const each of planned) {
    const { subscription, customer, email, nextCharge, amount, currency } = each
    if (nextCharge === null) stays += 1
    else comes += 1
    for (const reason of each.reasons) reasons[reason] = (reasons[reason] ?? 0) + 1
    if (amount !== null) {
      const sum = sums.get(currency) ?? { count: 0, sum: 0n }
      sums.set(currency, { count: sum.count + 1, sum: sum.sum + amount })
    }
    const charge = amount === null ? "ends" : amountText(amount, currency)
    yield {
      cells: [
        subscription,
        orDash(email ?? customer),
        nextCharge === null ? "stays" : `${timeText(nextCharge)} ${charge}`,
        each.reasons.map(reasonText).join(" ")
      ],
      json: wireForm(withTime(each))
    }
  }
  const totals = [...sums].map(([currency, { count, sum }]) => ({ currency, count, sum }))
  yield {
    isList: true,
    cells: [
      `${comes} can be brought over, ${stays} stay at Stripe.`,
      ...totals.map(
        ({ currency, count, sum }) => `${count} next charges, ${amountText(sum, currency)} in all`
      ),
      ...Object.entries(reasons).map(([code, count]) => `${count} × ${reasonText(code)}`)
    ],
    json: wireForm({ summary: { comes, stays, totals, reasons } })
  }
}

/** Times of a plan get a name that says so. */
const withTime = ({ nextCharge, ...each }: PlannedSubscription) => ({
  ...each,
  nextChargeAt: nextCharge === null ? null : nextCharge
})

/** Returns the numbers of a step. */
export const countsOutput = (title: string, counts: object): Output => ({
  kind: "value",
  sections: [
    {
      title,
      fields: Object.entries(counts).map(([name, count]) => [labelOf(name), String(count)] as const)
    }
  ],
  json: wireForm(counts)
})

const labelOf = (name: string): string =>
  name.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)

/** Returns the comparison of both sides. */
export const verifyOutput = ({ sums, findings }: ImportVerification): Output => ({
  kind: "value",
  sections: [
    {
      title: "Billed by each side",
      table: {
        columns: [
          { title: "Currency" },
          { title: "At Stripe", align: "right" },
          { title: "Sum", align: "right" },
          { title: "Here", align: "right" },
          { title: "Sum", align: "right" }
        ],
        rows: sums.map(({ currency, stripeCount, stripeSum, payloomCount, payloomSum }) => [
          currency,
          String(stripeCount),
          amountText(stripeSum, currency),
          String(payloomCount),
          amountText(payloomSum, currency)
        ]),
        empty: "There is no subscription."
      }
    },
    {
      title: "Findings",
      table: {
        columns: [{ title: "Subscription" }, { title: "Finding" }],
        rows: findings.map(({ subscription, finding }) => [subscription, finding]),
        empty: "Both sides fit each other."
      }
    }
  ],
  json: wireForm({ sums, findings }),
  ...(findings.length > 0 ? { exitCode: exitCodes.found } : {})
})

/** Returns the state by the database. */
export const statusOutput = (status: ImportStatus | null): Output => {
  if (status === null) {
    return {
      kind: "value",
      sections: [{ lines: ["Nothing was copied yet: begin with import stripe plan."] }],
      json: null
    }
  }
  const { subscriptions, exceptions, reasons } = status
  return {
    kind: "value",
    sections: [
      {
        title: `${status.import.id} from ${status.import.account}`,
        table: {
          columns: [
            { title: "Subscriptions" },
            { title: "Number", align: "right" },
            { title: "Sum", align: "right" }
          ],
          rows: subscriptions.map(({ state, currency, count, sum }) => [
            state,
            String(count),
            currency === null ? orDash(null) : amountText(sum, currency)
          ]),
          empty: "There is no subscription."
        }
      },
      {
        title: "Exceptions",
        lines: Object.entries(reasons).map(([code, count]) => `${count} × ${reasonText(code)}`),
        table: {
          columns: [{ title: "Object" }, { title: "State" }, { title: "Reasons" }],
          rows: exceptions.map(({ externalId, state, reasons: codes }) => [
            externalId,
            state,
            codes.join(" ")
          ]),
          empty: "There is none."
        }
      }
    ],
    json: wireForm(status)
  }
}
