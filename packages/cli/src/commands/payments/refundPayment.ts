import { randomUUID } from "node:crypto"
import { refundCodec } from "@payloom/core"
import type { Run } from "../../command/Command.ts"
import { CommandFailed } from "../../command/CommandFailed.ts"
import { confirm } from "../../command/confirm.ts"
import { UsageError } from "../../command/UsageError.ts"
import { amountText, orDash, statusCell } from "../../output/format.ts"

interface Given {
  readonly payment: string
  readonly amount: string | undefined
  readonly reason: string | undefined
  readonly idempotencyKey: string | undefined
  readonly yes: boolean
}

/** Refunds a payment, after it said what it will do. */
export const refundPayment: Run<Given, "either"> = async (given, { target, terminal }) => {
  const amount = amountIn(given.amount)
  const { payments } = await target.shop()
  const payment = await payments.retrieve(given.payment)
  const left = payment.amountCaptured - payment.amountRefunded
  const shown = amountText(amount ?? left, payment.currency)
  const question = `Refund ${shown} of ${payment.id} (captured ${amountText(
    payment.amountCaptured,
    payment.currency
  )}, refunded ${amountText(payment.amountRefunded, payment.currency)})?`
  if (!given.yes && !(await confirm(terminal, question))) {
    throw new CommandFailed("not_confirmed", "Nothing was refunded.")
  }
  const refund = await payments.refund(
    given.payment,
    {
      ...(amount === undefined ? {} : { amount }),
      ...(given.reason === undefined ? {} : { reason: given.reason })
    },
    { idempotencyKey: given.idempotencyKey ?? `cli-${randomUUID()}` }
  )
  return {
    kind: "value",
    sections: [
      {
        title: refund.id,
        fields: [
          ["Payment", refund.payment],
          ["Amount", amountText(refund.amount, payment.currency)],
          ["Status", statusCell(refund.status)],
          ["Reason", orDash(refund.reason)]
        ]
      }
    ],
    json: refundCodec.encode(refund),
    notes:
      target.kind === "database" && refund.status === "pending"
        ? ["The refund is recorded. The workers of the server send it to the provider."]
        : []
  }
}

const amountIn = (given: string | undefined): bigint | undefined => {
  if (given === undefined) return
  if (/^[1-9]\d{0,17}$/.test(given)) return BigInt(given)
  throw new UsageError(
    "--amount must be a whole number of minor units, such as 1250 for 12.50 EUR, but is " +
      `${JSON.stringify(given.slice(0, 40))}.`
  )
}
