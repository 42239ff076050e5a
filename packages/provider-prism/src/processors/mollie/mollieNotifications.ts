import { fieldsIn, isFields, type ProviderNotification, type RawNotification } from "@payloom/core"
import { at, listAt, textOf } from "../../fields.ts"
import type { Ask } from "../../Processor.ts"
import { kindOfReference } from "../../references.ts"
import type { MollieAccount } from "./mollie.ts"
import { foundIn, refundIn } from "./mollieLookups.ts"

/**
 * Reads a webhook of Mollie, which has only a payment's id and no signature. The payment itself is
 * read from Mollie. Returns null if the account has no such payment. Throws if Mollie can't be
 * reached, so that it repeats the webhook.
 */
export const readMollieNotification = async (
  _: MollieAccount,
  { body }: RawNotification,
  __: unknown,
  { ask }: { readonly ask: Ask }
): Promise<ReadonlyArray<ProviderNotification> | null> => {
  const [, id] = /^id=(tr_\w{1,60})$/.exec(body) ?? []
  if (id === undefined) return null
  const answer = await ask(`payments/${id}?embed=refunds`)
  const payment = fieldsIn(answer.body)
  if (answer.status === 404) return null
  if (answer.status !== 200 || payment === null)
    throw new Error(`Mollie answered ${answer.status}.`)
  const reference = textOf(at(payment, "metadata").orderId)
  if (reference === null || kindOfReference(reference) !== "attempt") return []
  const charge = foundIn(payment)
  const refunds = listAt(payment, "_embedded", "refunds").filter(isFields)
  return [
    ...(charge === null
      ? []
      : [{ _tag: "Charge", id: `${id}.${charge.state}`, reference, charge } as const]),
    ...refunds.flatMap((refund): ReadonlyArray<ProviderNotification> => {
      const own = textOf(at(refund, "metadata").orderId)
      if (own === null || kindOfReference(own) !== "refund") return []
      const modification = refundIn(refund)
      const noticed = `${refund.id}.${modification.state}`
      return [{ _tag: "Modification", id: noticed, reference: own, modification }]
    })
  ]
}
