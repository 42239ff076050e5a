import { createHmac } from "node:crypto"
import type { BankCharge, BankEvent, BankModification } from "./BankApi.ts"
import type { KeptCharge, KeptModification } from "./BankBooks.ts"
import { bankAccounts } from "./bankAccounts.ts"

/** Returns a charge as the API shows it. */
export const chargeView = (kept: KeptCharge): BankCharge => {
  const { account, capture, return_url, result, made_at, ...charge } = kept
  return charge
}

/** Returns a capture, void or refund as the API shows it. */
export const modificationView = (kept: KeptModification): BankModification => {
  const { account, charge, made_at, ...modification } = kept
  return modification
}

/** Returns a signed event with the current state. The same state has the same event id. */
export const signedEvent = (
  of: KeptCharge | KeptModification,
  signedAt: number
): { readonly headers: Readonly<Record<string, string>>; readonly body: string } => {
  const id = `evt_${of.id}_${of.status}`
  const event: BankEvent =
    "kind" in of ? { id, modification: modificationView(of) } : { id, charge: chargeView(of) }
  const body = JSON.stringify(event)
  const { webhookSecret } = bankAccounts[of.account as keyof typeof bankAccounts]
  const signature = createHmac("sha256", webhookSecret).update(`${signedAt}.${body}`).digest("hex")
  return { headers: { "bank-timestamp": String(signedAt), "bank-signature": signature }, body }
}
