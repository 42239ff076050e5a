import type { Fields } from "@payloom/core"
import { majorUnits } from "../decimals.ts"
import type { FakeModification, FakePayment } from "../FakeBooks.ts"
import type { FakeContext } from "../FakeCodec.ts"

/** A transaction: a charge or a refund. */
export type Made = FakePayment | FakeModification

/** Returns the number of a transaction, which rises. */
export const numberOf = ({ id }: Made): number => Number(id)

/** Returns the state of a transaction. Charges are settled at once, and refunds never. */
const statusOf = (made: Made): string => {
  if ("payment" in made) return "refundPendingSettlement"
  const { status, captured, decline } = made
  if (status === "received") return "FDSPendingReview"
  if (decline !== null) return decline === "issuer_unavailable" ? "generalError" : "declined"
  if (status === "voided") return "voided"
  return captured > 0n ? "settledSuccessfully" : "authorizedPendingCapture"
}

const reasonCodes: Readonly<Record<string, number>> = {
  expired_card: 8,
  incorrect_cvc: 65,
  fraud: 251,
  issuer_unavailable: 19
}

const orderOf = ({ reference }: Made) => ({
  invoiceNumber: reference.slice(-20),
  description: reference
})

/** Returns a transaction as getTransactionDetails does. Amounts are numbers, without a currency. */
export const detailsOf = (made: Made): Fields => {
  const payment = "payment" in made ? made.payment : made
  const decline = "payment" in made ? null : made.decline
  const took = "payment" in made || made.authorized === 0n ? made.amount : made.authorized
  const amount = Number(majorUnits(took, payment.currency))
  const submitTimeUTC = new Date(made.created).toISOString()
  return {
    transId: made.id,
    ...("payment" in made ? { refTransId: payment.id } : {}),
    submitTimeUTC,
    submitTimeLocal: submitTimeUTC.slice(0, -1),
    transactionType: "payment" in made ? "refundTransaction" : "authCaptureTransaction",
    transactionStatus: statusOf(made),
    responseCode: decline === null ? 1 : 2,
    responseReasonCode: decline === null ? 1 : (reasonCodes[decline] ?? 2),
    responseReasonDescription: decline === null ? "Approval" : "Declined",
    AVSResponse: "Y",
    order: orderOf(made),
    authAmount: amount,
    settleAmount: decline === null ? amount : 0,
    payment: {
      creditCard: { cardNumber: "XXXX4242", expirationDate: "XXXX", cardType: "Visa" }
    }
  }
}

/** Returns a transaction as the lists have it. */
export const summaryOf = (made: Made): Fields => {
  const { transId, submitTimeUTC, submitTimeLocal, transactionStatus, settleAmount } =
    detailsOf(made)
  return {
    transId,
    submitTimeUTC,
    submitTimeLocal,
    transactionStatus,
    invoiceNumber: orderOf(made).invoiceNumber,
    accountType: "Visa",
    accountNumber: "XXXX4242",
    settleAmount,
    marketType: "eCommerce",
    product: "Card Not Present"
  }
}

/** A batch has at most this many transactions. */
const batchSize = 2000

/** Returns the transactions of an account: the unsettled ones, and the others by their batch. */
export const listsOf = ({ books, account }: FakeContext) => {
  const unsettled: Array<Made> = []
  const batches = new Map<string, Array<Made>>()
  let settled = 0
  for (const payment of books.payments.values()) {
    if (payment.account !== account) continue
    if (payment.captured === 0n) {
      unsettled.push(payment)
      continue
    }
    const batchId = String(12_345 + Math.floor(settled / batchSize))
    const batch = batches.get(batchId) ?? []
    settled += 1
    batch.push(payment)
    batches.set(batchId, batch)
  }
  const refunds = books.modifications.filter(
    ({ payment, state }) => payment.account === account && state !== "failed"
  )
  return { unsettled: [...unsettled, ...refunds], batches }
}
