import { createHash } from "node:crypto"
import type { Types } from "@adyen/api-library"
import type { ResumeRequest } from "@payloom/core"
import { isFields } from "./fields.ts"
import type { Wire } from "./wire.ts"

type Details = Wire<Types.checkout.PaymentDetailsRequest>

/** What Adyen puts into the address that a payer comes back to. */
const returnedBy = ["redirectResult", "payload"] as const

/**
 * What a payer brought back, as Adyen wants it handed in: out of the address that they came back
 * to, or what Adyen Web made of its action. Null where there is nothing of either.
 */
export const payerDetails = (
  { returned }: Pick<ResumeRequest, "returned">,
  paymentData: string | null
): Details | null => {
  const { query = {}, result } = returned ?? {}
  const name = returnedBy.find((each) => Object.hasOwn(query, each))
  if (name !== undefined) return { details: { [name]: query[name] ?? "" } }
  if (!isFields(result) || !isFields(result.details)) return null
  const data = typeof result.paymentData === "string" ? result.paymentData : paymentData
  const details = Object.fromEntries(
    Object.entries(result.details).filter(([, value]) => typeof value === "string")
  )
  return { details, ...(data === null ? {} : { paymentData: data }) }
}

/** The same details are handed in once, and others beside them. */
export const detailsKey = (reference: string, details: Details): string => {
  const digest = createHash("sha256").update(JSON.stringify(details)).digest("hex")
  return `${reference}_${digest.slice(0, 16)}`
}
