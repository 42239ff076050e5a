import { randomUUID } from "node:crypto"
import { LanguageCode, PaymentMethodHandler } from "@vendure/core"
import { bankCalls } from "./bankClient.ts"

/**
 * Returns a payment handler on the bank. A hold has the key of Vendure's plugin for Stripe. A
 * refund has no key of its own, as in that plugin, because it has no id before the call.
 */
export const bankHandler = (bank: string) => {
  const calls = bankCalls(bank)
  return new PaymentMethodHandler({
    code: "bank",
    description: [{ languageCode: LanguageCode.en, value: "Bank" }],
    args: {},
    createPayment: async (_context, order, amount) => {
      const transactionId = await calls.hold(String(amount), `${order.code}_${amount}`)
      return { amount, state: "Authorized" as const, transactionId }
    },
    settlePayment: async (_context, _order, { transactionId, amount }) => {
      await calls.capture(transactionId, `${transactionId}_${amount}`, amount)
      return { success: true }
    },
    createRefund: async (_context, _input, amount, _order, payment) => {
      const transactionId = await calls.refund(payment.transactionId, randomUUID(), amount)
      return { state: "Settled" as const, transactionId }
    }
  })
}
