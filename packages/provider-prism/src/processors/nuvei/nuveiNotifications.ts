import {
  isSameText,
  type KnownCharge,
  type ProviderNotification,
  type RawNotification
} from "@payloom/core"
import { textOf } from "../../fields.ts"
import type { Ask } from "../../Processor.ts"
import { kindOfReference } from "../../references.ts"
import type { NuveiAccount } from "./nuvei.ts"
import { checksumOf, transactionBy } from "./nuveiCalls.ts"
import { chargeIn, modificationIn } from "./nuveiLookups.ts"

/**
 * Reads a DMN of Nuvei. Returns null if the account's key didn't sign it. The checksum doesn't
 * cover the references, so the transaction is read from Nuvei. Throws if Nuvei can't be asked, so
 * that it repeats the DMN.
 */
export const readNuveiNotification = async (
  account: NuveiAccount,
  { body }: RawNotification,
  known: (reference: string) => Promise<KnownCharge | null>,
  { ask }: { readonly ask: Ask }
): Promise<ReadonlyArray<ProviderNotification> | null> => {
  const form = new URLSearchParams(body)
  if (!isSigned(account, form)) return null
  const transactionId = form.get("TransactionID")
  if (transactionId === null) return []
  if (!/^\d{1,19}$/.test(transactionId)) return null
  const transaction = await transactionBy(ask, account, { transactionId })
  if (transaction === null || transaction === "absent") {
    throw new Error(`Nuvei's transaction ${transactionId} can't be read.`)
  }
  const reference = textOf(transaction.clientUniqueId) ?? ""
  // Somebody has put another reference in.
  if (reference !== (form.get("clientUniqueId") ?? "")) return null
  const kind = kindOfReference(reference)
  if (kind === null) return []
  const id = (state: string): string => `${transactionId}.${state}`
  if (kind === "attempt") {
    const charge = chargeIn(transaction, await known(reference))
    return charge === null ? [] : [{ _tag: "Charge", id: id(charge.state), reference, charge }]
  }
  const modification = modificationIn(transaction, kind)
  return modification === null
    ? []
    : [{ _tag: "Modification", id: id(modification.state), reference, modification }]
}

/** The fields that the checksum covers after the key, in this order. */
const signed = ["totalAmount", "currency", "responseTimeStamp", "PPP_TransactionID"] as const

const isSigned = ({ merchantSecret }: NuveiAccount, form: URLSearchParams): boolean => {
  const checksum = form.get("advanceResponseChecksum") ?? ""
  if (merchantSecret === "" || checksum === "") return false
  const texts = signed.map((name) => form.get(name) ?? "")
  const status = form.get("Status") ?? form.get("status") ?? ""
  return isSameText(
    checksumOf(merchantSecret, ...texts, status, form.get("productId") ?? ""),
    checksum
  )
}
