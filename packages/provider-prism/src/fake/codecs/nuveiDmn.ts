import { createHash } from "node:crypto"
import type { SignedEvent } from "@payloom/testkit/fake-provider"
import type { FakeEvent } from "../FakeBooks.ts"
import { amountOf, typeOf, verdictOf } from "./nuveiTransactions.ts"

const silent: ReadonlySet<FakeEvent["what"]> = new Set(["captured", "capture_returned"])

/** Returns the DMN of an event. A sale has one DMN, for its approval and its capture. */
export const nuveiDmn = (secret: string, event: FakeEvent): SignedEvent | null => {
  const { payment, modification, what, at } = event
  if (silent.has(what)) return null
  const made = modification ?? payment
  const status = what === "pending" ? "PENDING" : String(verdictOf(made).transactionStatus)
  const [totalAmount, currency] = amountOf(made)
  const [day, time] = new Date(at).toISOString().split(/[T.]/)
  const responseTimeStamp = `${day}.${time}`
  const pppId = made.id.slice(-9)
  const signed = [secret, totalAmount, currency, responseTimeStamp, pppId, status]
  const form = new URLSearchParams({
    ppp_status: status === "APPROVED" ? "OK" : "FAIL",
    Status: status,
    totalAmount,
    currency,
    responseTimeStamp,
    PPP_TransactionID: pppId,
    TransactionID: made.id,
    transactionType: typeOf(made),
    clientUniqueId: made.reference,
    clientRequestId: made.reference,
    productId: "",
    advanceResponseChecksum: createHash("sha256").update(signed.join("")).digest("hex")
  })
  const headers = { "content-type": "application/x-www-form-urlencoded" }
  return { headers, body: form.toString() }
}
