import type { Decline } from "../../providers/Decline.ts"

/** The end of a payment or an attempt. */
interface Ended {
  readonly status: string
  readonly decline: Pick<Decline, "category" | "advice"> | null
}

/**
 * Returns true if neither the card nor its issuer is to blame for a failed payment or attempt: the
 * process died before the call, no account could take it, or the provider had a fault.
 */
export const isBlameless = ({ status, decline }: Ended): boolean =>
  status === "failed" || (status === "declined" && isNobodysFault(decline))

/** "Do not try again" is about the card, whatever the category. */
const isNobodysFault = (decline: Ended["decline"]): boolean =>
  decline !== null &&
  decline.advice !== "do_not_retry" &&
  (decline.category === "technical" || decline.category === "configuration")
