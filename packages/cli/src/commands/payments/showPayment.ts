import { attemptListCodec, type Payment, paymentCodec, refundListCodec } from "@payloom/core"
import type { Run } from "../../command/Command.ts"
import { amountText, orDash, statusCell, timeText } from "../../output/format.ts"
import type { Section } from "../../output/Output.ts"

/** Shows a payment with its attempts and refunds. */
export const showPayment: Run<{ readonly payment: string }, "either"> = async (
  { payment: id },
  { target }
) => {
  const { payments } = await target.shop()
  const payment = await payments.retrieve(id)
  const [attempts, refunds] = await Promise.all([
    payments.listAttempts(id, { limit: 100 }),
    payments.listRefunds(id)
  ])
  return {
    kind: "value",
    sections: [
      paymentSection(payment),
      {
        title: "Attempts",
        table: {
          columns: [
            { title: "Attempt" },
            { title: "Created (UTC)" },
            { title: "Status" },
            { title: "Provider" },
            { title: "Account" },
            { title: "Decline", shrinks: true }
          ],
          rows: attempts.data.map((attempt) => [
            attempt.id,
            timeText(attempt.created),
            statusCell(attempt.status),
            attempt.provider,
            orDash(attempt.mid),
            orDash(attempt.decline?.message)
          ]),
          empty: "Nothing was charged."
        }
      },
      {
        title: "Refunds",
        table: {
          columns: [
            { title: "Refund" },
            { title: "Created (UTC)" },
            { title: "Status" },
            { title: "Amount", align: "right" },
            { title: "Reason", shrinks: true }
          ],
          rows: refunds.data.map((refund) => [
            refund.id,
            timeText(refund.created),
            statusCell(refund.status),
            amountText(refund.amount, payment.currency),
            orDash(refund.failureReason ?? refund.reason)
          ]),
          empty: "Nothing was refunded."
        }
      }
    ],
    json: {
      payment: paymentCodec.encode(payment),
      attempts: attemptListCodec.encode(attempts),
      refunds: refundListCodec.encode(refunds)
    }
  }
}

/** Returns the fields of a payment. */
export const paymentSection = (payment: Payment): Section => {
  const money = (amount: bigint) => amountText(amount, payment.currency)
  return {
    title: payment.id,
    fields: [
      ["Status", statusCell(payment.status)],
      ...(payment.decline === null
        ? []
        : [["Decline", `${payment.decline.code}: ${payment.decline.message}`] as const]),
      ["Amount", money(payment.amount)],
      ["Captured", money(payment.amountCaptured)],
      ["Capturable", money(payment.amountCapturable)],
      ["Refunded", money(payment.amountRefunded)],
      ["Disputed", payment.disputed ? { text: "yes", colour: "red" } : "no"],
      ["Type", payment.type],
      ["Customer", orDash(payment.customer)],
      ["Card or debit", orDash(payment.paymentInstrument)],
      ["Session", orDash(payment.checkoutSession)],
      ["Created", `${timeText(payment.created)} UTC`],
      ...Object.entries(payment.metadata).map(
        ([key, value]) => [`metadata.${key}`, String(value)] as const
      )
    ]
  }
}
