import type { Texts } from "../texts/Texts.ts"
import { formatAmount } from "./formatAmount.ts"
import type { PayerSession } from "./PayerApi.ts"
import { hasLater } from "./subscriptionTerms.ts"

/** Returns the text of the button. */
export const buttonText = (texts: Texts, session: PayerSession): string => {
  const { renewal } = session
  if (session.amount === "0") {
    return hasLater(renewal) && renewal.trial_days !== null
      ? texts.startTrial(formatAmount(texts, { ...session, amount: renewal.amount }))
      : texts.saveCard
  }
  const amount = formatAmount(texts, session)
  return session.mode === "subscription" ? texts.subscribe(amount) : texts.pay(amount)
}
