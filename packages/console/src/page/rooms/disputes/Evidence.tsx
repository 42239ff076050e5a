import type { DisputeView } from "../../../rooms/disputes/DisputeView.ts"
import type { Wire } from "../../../Wire.ts"
import { Id } from "../../parts/Text.tsx"

type View = Wire<DisputeView>

/** The connectors that submit evidence, by the names under which they are usually registered. */
const calls: Readonly<Record<string, { readonly call: string; readonly from: string }>> = {
  stripe: { call: "submitStripeEvidence", from: "@payloom/provider-stripe" },
  adyen: { call: "submitAdyenEvidence", from: "@payloom/provider-adyen" }
}

/** Documents that usually win a dispute, by its reason. */
const advice: Readonly<Record<string, string>> = {
  fraud:
    "Show that the cardholder took part: the authentication, the address and the IP address of " +
    "the order, and earlier undisputed orders.",
  unrecognized:
    "Show what was bought, the name on the statement, and how the customer used it since.",
  duplicate: "Show both orders, and that each was delivered.",
  not_received: "Show the delivery: the carrier's proof, or the log of the download or the login.",
  not_as_described: "Show the description at the time of the order, and your return policy.",
  subscription_canceled:
    "Show the terms that the customer agreed to, and that no cancellation arrived before the " +
    "charge.",
  credit_not_processed: "Show the refund, or the policy that excludes one.",
  wrong_amount: "Show the amount that the customer agreed to.",
  authorization: "Show the approval of the charge.",
  processing_error: "Show the receipt of the charge."
}

/** How evidence gets to the provider. The engine itself submits none. */
export const Evidence = ({ view }: { view: View }) => {
  const { dispute, account, providerReference, takesEvidence } = view
  if (!takesEvidence) return null
  const provider = account?.provider ?? ""
  const known = calls[provider]
  const help = advice[dispute.reason]
  return (
    <section class="card prose">
      <h2>Evidence</h2>
      {help === undefined ? null : <p>{help}</p>}
      <p>
        The console submits no evidence. Submit it in the provider's dashboard
        {known === undefined ? null : (
          <>
            , or have your server call <code>{known.call}</code> of <code>{known.from}</code>
          </>
        )}
        . The provider then reports it, and the stage here changes by itself.
      </p>
      <p>
        The provider's reference of the dispute is <Id>{providerReference}</Id>
      </p>
    </section>
  )
}
