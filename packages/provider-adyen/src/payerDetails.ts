import { createHash } from "node:crypto"
import type { Types } from "@adyen/api-library"
import { isFields, type ResumeRequest } from "@payloom/core"
import type { Wire } from "./wire.ts"

type Details = Wire<Types.checkout.PaymentDetailsRequest>

/** The parameters that Adyen adds to the URL that a payer returns to. */
const returnedBy = ["redirectResult", "payload"] as const

/**
 * Returns the payer's result in the form that Adyen takes: from the URL that they returned to, or
 * from Adyen Web. Returns null if there is no result.
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

/**
 * Returns an idempotency key. The same details have the same key, and other details have another.
 */
export const detailsKey = (reference: string, details: Details): string => {
  const digest = createHash("sha256").update(JSON.stringify(details)).digest("hex")
  return `${reference}_${digest.slice(0, 16)}`
}
