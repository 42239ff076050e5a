import { useState } from "preact/hooks"
import type { DisputeView } from "../../../rooms/disputes/DisputeView.ts"
import type { Wire } from "../../../Wire.ts"
import { distance } from "../../format/day.tsx"
import { money } from "../../format/money.ts"
import { Time } from "../../format/time.tsx"
import { useData } from "../../frame/useData.ts"
import { ActsCard } from "../../parts/ActsCard.tsx"
import { Code } from "../../parts/Code.tsx"
import { Crumb } from "../../parts/Crumb.tsx"
import { Failure, Loading } from "../../parts/States.tsx"
import { Status } from "../../parts/Status.tsx"
import { Id } from "../../parts/Text.tsx"
import { DisputeFacts } from "./DisputeFacts.tsx"
import { Evidence } from "./Evidence.tsx"

type View = Wire<DisputeView>

/** The page of a dispute: its deadline, its payment, and how evidence is submitted. */
export const DisputePage = ({ id }: { id: string }) => {
  const [payment, setPayment] = useState("")
  const path = `/disputes/${encodeURIComponent(id)}`
  const { data, error, reload } = useData<View>(
    path,
    ({ subjects }) => subjects.includes(id) || subjects.includes(payment)
  )
  // The events of a dispute have its payment as their subject.
  if (data !== null && data.payment.id !== payment) setPayment(data.payment.id)
  return (
    <>
      <Crumb to="/disputes">Disputes</Crumb>
      {error === null ? null : <Failure error={error} retry={reload} />}
      {data === null ? error === null ? <Loading /> : null : <Loaded view={data} reload={reload} />}
    </>
  )
}

const Loaded = ({ view, reload }: { view: View; reload: () => void }) => {
  const { dispute, acts } = view
  return (
    <>
      <div class="head payment">
        <div>
          <h1>
            {money(dispute.amount, dispute.currency)} <Status of={dispute.stage} />
          </h1>
          <p class="soft">
            <Id>{dispute.id}</Id>
          </p>
        </div>
      </div>
      <Standing view={view} />
      <div class="columns in-order">
        <div>
          <Evidence view={view} onDone={reload} />
          <Events view={view} />
          <ActsCard acts={acts} />
        </div>
        <DisputeFacts view={view} />
      </div>
    </>
  )
}

/** The sentences about a dispute's money, by the stage. */
const meanings: Readonly<Record<string, string>> = {
  alert: "A warning before a chargeback. A refund now usually prevents it.",
  retrieval_request: "The issuer asks about the payment. The money is not taken back yet.",
  chargeback_received: "The issuer took the money back. Evidence can win it again.",
  evidence_required: "The issuer took the money back. Evidence can win it again.",
  representment_submitted: "Evidence was submitted. The issuer decides.",
  pre_arbitration: "The issuer did not accept the evidence. More evidence can be submitted.",
  arbitration: "The scheme decides. The losing side pays its fees.",
  won: "The money is yours again.",
  lost: "The payer keeps the money.",
  accepted: "The dispute was accepted, and the payer keeps the money.",
  expired: "Its time ran out.",
  reversed_by_alert: "A refund ended it before a chargeback."
}

const Standing = ({ view: { dispute, takesEvidence, now } }: { view: View }) => {
  const { stage, evidenceDueBy } = dispute
  const meaning = meanings[stage] ?? ""
  if (!takesEvidence) {
    return (
      <section class="callout calm" aria-label="Stage">
        <p>{meaning}</p>
      </section>
    )
  }
  return (
    <section class={`callout ${evidenceDueBy === null ? "warn" : "bad"}`} aria-label="Deadline">
      <p class="lead">
        {evidenceDueBy === null ? (
          "The provider did not say when evidence is due."
        ) : evidenceDueBy < now ? (
          <>
            Evidence was due <Time at={evidenceDueBy} exact />, {distance(evidenceDueBy, now)}.
          </>
        ) : (
          <>
            Evidence is due {distance(evidenceDueBy, now)}, <Time at={evidenceDueBy} exact />.
          </>
        )}
      </p>
      <p>{meaning}</p>
    </section>
  )
}

const Events = ({ view: { events } }: { view: View }) => (
  <section class="card">
    <h2>Timeline</h2>
    {events.length === 0 ? <p class="soft">Its events are no longer kept.</p> : null}
    <ol class="timeline">
      {events.map(({ id, type, occurredAt, status }) => (
        <li key={id} class="deed">
          <div>
            <Code>{type}</Code> {status === null ? null : <Status of={status} />}
          </div>
          <Time at={occurredAt} exact />
        </li>
      ))}
    </ol>
  </section>
)
