import { fieldsIn, isHmac, type ProviderNotification, type RawNotification } from "@payloom/core"
import { at, textOf } from "../../fields.ts"
import { occurredAt } from "../../occurredAt.ts"
import type { Ask } from "../../Processor.ts"
import { kindOfReference } from "../../references.ts"
import type { AuthorizedotnetAccount } from "./authorizedotnet.ts"
import { transactionBy } from "./authorizedotnetCalls.ts"
import { chargeIn, refundIn } from "./authorizedotnetLookups.ts"
import { referenceIn } from "./authorizedotnetPayments.ts"

/**
 * Reads a webhook of Authorize.net. Returns null if the account's key didn't sign it. The webhook
 * has only a part of our reference, so the transaction is read from Authorize.net. Throws if it
 * can't be read, so that the webhook is repeated.
 */
export const readAuthorizedotnetNotification = async (
  account: AuthorizedotnetAccount,
  { headers, body }: RawNotification,
  _: unknown,
  { ask }: { readonly ask: Ask }
): Promise<ReadonlyArray<ProviderNotification> | null> => {
  if (!isSigned(account, body, headers["x-anet-signature"])) return null
  const event = fieldsIn(body)
  const { entityName, id: transId } = at(event, "payload")
  const id = textOf(event?.notificationId)
  if (event === null || id === null) return null
  if (entityName !== "transaction" || typeof transId !== "string") return []
  const transaction = await transactionBy(ask, account, transId)
  if (transaction === null || transaction === "absent") {
    throw new Error(`The transaction ${transId} can't be read.`)
  }
  const reference = referenceIn(transaction)
  const dated = { id, reference, ...occurredAt(event.eventDate) }
  switch (kindOfReference(reference)) {
    case "attempt": {
      const charge = chargeIn(transaction, account.currency)
      return charge === null ? [] : [{ _tag: "Charge", ...dated, charge }]
    }
    case "refund": {
      const modification = refundIn(transaction)
      return modification === null ? [] : [{ _tag: "Modification", ...dated, modification }]
    }
    default:
      return []
  }
}

/**
 * Returns true if the key signed the body. The documents don't say if the key is used as a text or
 * as the bytes that it stands for, so both count.
 */
const isSigned = (
  { signatureKey }: AuthorizedotnetAccount,
  body: string,
  header: string | undefined
): boolean => {
  const [, signature] = /^sha512=([0-9a-f]{128})$/i.exec(header ?? "") ?? []
  if (signature === undefined || signatureKey === "") return false
  const isHex = /^([0-9a-f]{2}){32,}$/i.test(signatureKey)
  const keys = isHex ? [signatureKey, Buffer.from(signatureKey, "hex")] : [signatureKey]
  return keys.some((key) => isHmac({ key, text: body, signature, algorithm: "sha512" }))
}
