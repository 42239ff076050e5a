import { words } from "../../format/words.ts"

const known: Readonly<Record<string, string>> = {
  recover_attempt: "Looks up a charge whose result is not known",
  carry_out_modification: "Carries out a capture, void or refund",
  retry_give_back: "Gives back a charge that appeared too late",
  alert_authorization: "Raises an alert before a hold expires",
  expire_authorization: "Ends a hold that has expired",
  expire_payment: "Cancels a payment that nobody paid in time",
  expire_authentication: "Ends an authentication that took too long",
  expire_session: "Ends a checkout session that nobody paid in time",
  release_card: "Forgets a card at the vault",
  announce_expiries: "Looks for cards that expire soon, once a day",
  bill_subscription: "Bills a subscription, or retries an unpaid cycle",
  warn_of_evidence: "Reminds of a dispute's evidence",
  take_notice: "Books a notification of a provider",
  follow_payment: "Tells a module about a payment"
}

const delivery = "deliver_webhook/"

/** Returns what a job does, in words. */
export const jobWords = (kind: string): string =>
  kind.startsWith(delivery) ? "Delivers a webhook" : (known[kind] ?? words(kind))

/** Returns the path of the page that shows the subject of a job. Null if there is none. */
export const subjectPath = (subject: string): string | null => {
  if (subject.startsWith("payment_")) return `/payments/${subject}`
  return subject.startsWith("delivery_") ? `/webhooks/${subject}` : null
}
