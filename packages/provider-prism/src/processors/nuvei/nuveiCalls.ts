import { createHash, randomUUID } from "node:crypto"
import { type Fields, fieldsIn, type HttpFailure } from "@payloom/core"
import { decimalMoneyIn } from "../../amounts.ts"
import { textOf } from "../../fields.ts"
import type { Ask, Asked, Charged, Money } from "../../Processor.ts"
import type { NuveiAccount } from "./nuvei.ts"
import { chargedIn, processedIn, refusesKeys } from "./nuveiPayments.ts"

/** Returns a hash as Nuvei's checksums are: of the texts one after the other. */
export const checksumOf = (...texts: ReadonlyArray<string>): string =>
  createHash("sha256").update(texts.join("")).digest("hex")

/** Returns the time in Nuvei's form, such as `20260131235959`. */
const timeStamp = (): string => new Date().toISOString().replace(/\D/g, "").slice(0, 14)

/**
 * Returns a new session, which every charge needs. Throws the meaning of the failure if there is
 * none. No money has moved then.
 */
export const nuveiSession = async (
  ask: Ask,
  { merchantId, merchantSiteId, merchantSecret }: NuveiAccount
): Promise<string> => {
  const [clientRequestId, time] = [randomUUID(), timeStamp()]
  const checksum = checksumOf(merchantId, merchantSiteId, clientRequestId, time, merchantSecret)
  const body = JSON.stringify({
    merchantId,
    merchantSiteId,
    clientRequestId,
    timeStamp: time,
    checksum
  })
  const answer = fieldsIn((await ask("getSessionToken.do", { body })).body)
  const session = textOf(answer?.sessionToken)
  if (answer?.status === "SUCCESS" && session !== null) return session
  const reason = textOf(answer?.reason) ?? "Nuvei opened no session."
  throw refusesKeys.has(answer?.errCode)
    ? ({
        _tag: "AccountUnavailable",
        reason,
        rawCode: String(answer?.errCode)
      } satisfies HttpFailure)
    : ({ _tag: "NotSent", reason } satisfies HttpFailure)
}

/** The error of a look-up of a transaction that Nuvei doesn't know. */
const unknownTransaction = 9146

/**
 * Returns a transaction by Nuvei's id or by our reference. Returns `absent` if Nuvei knows none,
 * and null if the answer can't be read.
 */
export const transactionBy = async (
  ask: Ask,
  { merchantId, merchantSiteId, merchantSecret }: NuveiAccount,
  by: { readonly transactionId: string } | { readonly clientUniqueId: string }
): Promise<Fields | "absent" | null> => {
  const time = timeStamp()
  const key = "transactionId" in by ? by.transactionId : by.clientUniqueId
  const checksum = checksumOf(merchantId, merchantSiteId, key, time, merchantSecret)
  const body = JSON.stringify({ merchantId, merchantSiteId, ...by, timeStamp: time, checksum })
  const { status, body: text } = await ask("getTransactionDetails.do", { body })
  const answer = status === 200 ? fieldsIn(text) : null
  if (answer?.status === "ERROR" && answer.errCode === unknownTransaction) return "absent"
  if (answer?.status !== "SUCCESS") return null
  const details = Object(answer.transactionDetails) as Fields
  const clientUniqueId = textOf(details.clientUniqueId) ?? textOf(answer.clientUniqueId)
  return textOf(details.transactionId) === null ? null : { ...details, clientUniqueId }
}

/** Returns the amount that a session's payment took, or null if the answer isn't about it. */
const paidInSession = async (
  ask: Ask,
  sessionToken: string | null,
  transactionId: string | null
): Promise<Money | null> => {
  if (sessionToken === null) return null
  const body = JSON.stringify({ sessionToken })
  const answer = await ask("getPaymentStatus.do", { body })
  const payment = answer.status === 200 ? fieldsIn(answer.body) : null
  const isOfCharge =
    payment?.transactionStatus === "APPROVED" && payment.transactionId === transactionId
  if (payment === null || !isOfCharge) return null
  return processedIn(payment.partialApproval) ?? decimalMoneyIn(payment.amount, payment.currency)
}

/** Looks the amount of a payment up: by its session, or else by its transaction. */
export const completeNuvei = async (
  body: Fields,
  { reference }: Asked,
  ask: Ask,
  account: NuveiAccount
): Promise<Charged | null> => {
  const transactionId = textOf(body.transactionId)
  if (transactionId === null) return null
  const paid = await paidInSession(ask, textOf(body.sessionToken), transactionId)
  if (paid !== null) return chargedIn(body, paid)
  const found = await transactionBy(ask, account, { transactionId })
  return found === null || found === "absent" || found.clientUniqueId !== reference
    ? null
    : chargedIn(body, processedIn(found))
}
