import { useState } from "preact/hooks"
import type { DeliveryView } from "../../../rooms/webhooks/WebhookViews.ts"
import type { Wire } from "../../../Wire.ts"
import { Time } from "../../format/time.tsx"
import { useMay } from "../../frame/Me.ts"
import { Link } from "../../frame/router.tsx"
import { useData } from "../../frame/useData.ts"
import { Crumb } from "../../parts/Crumb.tsx"
import { Raw } from "../../parts/Raw.tsx"
import { Failure, Loading } from "../../parts/States.tsx"
import { Status } from "../../parts/Status.tsx"
import { Id, Text } from "../../parts/Text.tsx"
import { answerOf, statusOf } from "./DeliveryTable.tsx"
import { type Doing, WebhookDialog } from "./WebhookDialog.tsx"

type View = Wire<DeliveryView>

/** The page of a delivery: what was sent, and what the endpoint answered to each try. */
export const DeliveryPage = ({ id }: { id: string }) => {
  const { data, error, reload } = useData<View>(`/webhooks/${encodeURIComponent(id)}`, () => true)
  return (
    <>
      <Crumb to="/webhooks">Webhooks</Crumb>
      {error === null ? null : <Failure error={error} retry={reload} />}
      {data === null ? error === null ? <Loading /> : null : <Loaded view={data} reload={reload} />}
    </>
  )
}

const Loaded = ({ view, reload }: { view: View; reload: () => void }) => {
  const [doing, setDoing] = useState<Doing | null>(null)
  const mayReplay = useMay("operator")
  const { delivery, endpoint } = view
  const { id, type, status, attempts } = delivery
  const again = { act: "again", id, type, url: endpoint?.url ?? null } as const
  return (
    <>
      <div class="head payment">
        <div>
          <h1>
            {type} <Status of={statusOf({ status, tries: attempts.length })} />
          </h1>
          <p class="soft">
            <Id>{id}</Id>
          </p>
        </div>
        {mayReplay ? (
          <div class="buttons">
            <button type="button" onClick={() => setDoing(again)}>
              Send again…
            </button>
          </div>
        ) : null}
      </div>
      <div class="columns">
        <div>
          <Tries attempts={attempts} />
          <Body body={view.body} />
        </div>
        <Facts view={view} />
      </div>
      {doing === null ? null : (
        <WebhookDialog doing={doing} types={[]} onClose={() => setDoing(null)} onDone={reload} />
      )}
    </>
  )
}

const Tries = ({ attempts }: { attempts: View["delivery"]["attempts"] }) => (
  <section class="card">
    <h2>Tries</h2>
    {attempts.length === 0 ? <p class="soft">It was not sent yet.</p> : null}
    <ol class="attempts">
      {attempts.toReversed().map((attempt) => (
        <li key={attempt.at}>
          <h3>
            <Text>{answerOf(attempt)}</Text>
          </h3>
          <p class="soft">
            <Time at={attempt.at} exact />, {attempt.durationMs} ms
          </p>
          {attempt.excerpt === null || attempt.excerpt === "" ? null : <Raw>{attempt.excerpt}</Raw>}
        </li>
      ))}
    </ol>
  </section>
)

const Body = ({ body }: { body: string | null }) => (
  <section class="card">
    <h2>Body</h2>
    {body === null ? (
      <p class="soft">The event is gone, so it can't be sent again.</p>
    ) : (
      <Raw>{JSON.stringify(JSON.parse(body), null, 2)}</Raw>
    )}
  </section>
)

const Facts = ({ view: { delivery, endpoint, payment } }: { view: View }) => (
  <aside class="side">
    <section class="card">
      <h2>Delivery</h2>
      <dl class="list">
        <div>
          <dt>Endpoint</dt>
          <dd>{endpoint === null ? "Deleted" : <Text>{endpoint.url}</Text>}</dd>
        </div>
        <div>
          <dt>Event</dt>
          <dd>
            <Id short>{delivery.event}</Id>
          </dd>
        </div>
        <div>
          <dt>Queued</dt>
          <dd>
            <Time at={delivery.created} exact />
          </dd>
        </div>
        {delivery.settledAt === null ? null : (
          <div>
            <dt>{delivery.status === "failed" ? "Failed" : "Delivered"}</dt>
            <dd>
              <Time at={delivery.settledAt} exact />
            </dd>
          </div>
        )}
        {payment === null ? null : (
          <div>
            <dt>Payment</dt>
            <dd>
              <Link to={`/payments/${payment}`}>Open the payment</Link>
            </dd>
          </div>
        )}
      </dl>
    </section>
  </aside>
)
