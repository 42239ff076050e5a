import type { DisputeView } from "../../../rooms/disputes/DisputeView.ts"
import type { EvidenceView } from "../../../rooms/disputes/EvidenceView.ts"
import type { Wire } from "../../../Wire.ts"
import { Time } from "../../format/time.tsx"
import { useMay } from "../../frame/Me.ts"
import { useData } from "../../frame/useData.ts"
import { Failure, Loading } from "../../parts/States.tsx"
import { Id } from "../../parts/Text.tsx"
import { EvidenceForm } from "./EvidenceForm.tsx"

type View = Wire<DisputeView>
type Forms = Wire<EvidenceView>

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

/** The evidence against a dispute: its form, or the way to submit it elsewhere. */
export const Evidence = ({ view, onDone }: { view: View; onDone: () => void }) => {
  const { dispute, takesEvidence, providerReference } = view
  if (!takesEvidence) return null
  const help = advice[dispute.reason]
  return (
    <section class="card prose" aria-label="Evidence">
      <h2>Evidence</h2>
      {help === undefined ? null : <p>{help}</p>}
      <Asked id={dispute.id} onDone={onDone} />
      <p>
        The provider's reference of the dispute is <Id>{providerReference}</Id>
      </p>
    </section>
  )
}

/** Asks the provider which evidence it takes. */
const Asked = ({ id, onDone }: { id: string; onDone: () => void }) => {
  const path = `/disputes/${encodeURIComponent(id)}/evidence`
  const { data, error, reload } = useData<Forms>(path)
  if (data === null) {
    return error === null ? <Loading lines={3} /> : <Failure error={error} retry={reload} />
  }
  return (
    <>
      <LastEvidence last={data.last} />
      <Standing
        forms={data}
        reload={() => {
          reload()
          onDone()
        }}
      />
    </>
  )
}

const Standing = ({ forms: data, reload }: { forms: Forms; reload: () => void }) => {
  const mayAct = useMay("operator")
  switch (data.status) {
    case "not_supported":
      return (
        <p>
          The console submits no evidence to this provider. Submit it in the provider's dashboard.
          The provider then reports it, and the stage here changes by itself.
        </p>
      )
    case "closed":
      return <p>The provider takes no evidence for this dispute any more.</p>
    case "unavailable":
      return (
        <div role="alert">
          <p>The provider doesn't say now which evidence it takes: {data.reason}</p>
          <button type="button" onClick={reload}>
            Try again
          </button>
        </div>
      )
    default:
      return mayAct ? (
        <EvidenceForm dispute={data.dispute} forms={data.forms} onDone={reload} />
      ) : (
        <p>Operators submit it here.</p>
      )
  }
}

const LastEvidence = ({ last }: { last: Forms["last"] }) => {
  if (last === null) return null
  const at = <Time at={last.sentAt} exact />
  switch (last.status) {
    case "submitted":
      return <p>Evidence was submitted {at}. The stage changes when the provider reports it.</p>
    case "stored":
      return <p>Evidence was stored at the provider {at}. The bank does not have it yet.</p>
    default:
      return (
        <p class="complaint">
          Evidence was sent {at}, and the answer was lost. Submit the same evidence again. It is
          submitted once.
        </p>
      )
  }
}
