import type { Shop } from "./openShop.ts"

const expectedRefusals: ReadonlySet<string> = new Set([
  "IdempotencyKeyInFlight",
  "IdempotencyMismatch",
  "InvalidInput",
  "NothingToNotify",
  "PaymentNotCapturable",
  "PaymentNotRefundable",
  "PaymentNotVoidable",
  "SessionAlreadySucceeded",
  "SessionNotOpen",
  "SessionProcessing",
  "SessionTokenInvalid",
  "StorageUnavailable"
])

/** Runs a request until its answer, its error or the death of its process. */
export const attempted = async (shop: Shop, request: () => Promise<unknown>): Promise<void> => {
  try {
    await request()
  } catch (error) {
    const known = error as { readonly _tag?: string }
    const isRefusal = known._tag !== undefined && expectedRefusals.has(known._tag)
    if (!isRefusal && !shop.process().mortal.isDead()) throw error
  }
  if (shop.process().mortal.isDead()) await shop.restart()
}
