import { useState } from "preact/hooks"
import type { WebhooksPage as Page } from "../../../rooms/webhooks/WebhookViews.ts"
import type { Wire } from "../../../Wire.ts"
import { useMay } from "../../frame/Me.ts"
import { addressOf, Link, navigate, useAddress, usePlace } from "../../frame/router.tsx"
import { useData } from "../../frame/useData.ts"
import { useMore } from "../../frame/useMore.ts"
import { Choices, pathWith } from "../../parts/Choices.tsx"
import { ShowMore } from "../../parts/ShowMore.tsx"
import { Empty, Failure, Loading } from "../../parts/States.tsx"
import { DeliveryTable } from "./DeliveryTable.tsx"
import { Endpoints } from "./Endpoints.tsx"
import type { Doing } from "./WebhookDialog.tsx"
import { WebhookDialog } from "./WebhookDialog.tsx"

type Webhooks = Wire<Page>
type Row = Webhooks["data"][number]

const choices = [
  ["", "All"],
  ["failing", "Failing"],
  ["failed", "Failed"],
  ["pending", "Waiting"],
  ["delivered", "Delivered"]
] as const

/** The endpoints, and what was sent to them. */
export const WebhooksPage = () => {
  const { query } = useAddress()
  const [doing, setDoing] = useState<Doing | null>(null)
  const isAdmin = useMay("admin")
  const show = query.get("show") ?? ""
  const endpoint = query.get("endpoint") ?? ""
  const server = new URLSearchParams({
    ...(show === "" ? {} : { show }),
    ...(endpoint === "" ? {} : { endpoint })
  }).toString()
  const path = server === "" ? "/webhooks" : `/webhooks?${server}`
  // A delivery is recorded a moment after its event.
  const { data, error, isStale, reload } = useData<Webhooks>(path, () => true)
  const more = useMore<Row>(path, data)
  const rows = [...(data?.data ?? []), ...more.rows]
  return (
    <>
      <div class="head">
        <h1>Webhooks</h1>
        {isAdmin ? (
          <button type="button" onClick={() => setDoing({ act: "create" })}>
            New endpoint…
          </button>
        ) : null}
      </div>
      {error !== null && data === null ? <Failure error={error} retry={reload} /> : null}
      {data === null && error === null ? <Loading lines={10} /> : null}
      {data === null ? null : (
        <>
          <Endpoints endpoints={data.endpoints} onAct={setDoing} />
          <DeliveriesHead query={query} endpoints={data.endpoints} onAct={setDoing} />
          {rows.length === 0 ? <NoDeliveries isFiltered={server !== ""} /> : null}
          {rows.length === 0 ? null : (
            <div class="card" aria-busy={isStale}>
              <DeliveryTable rows={rows} endpoints={data.endpoints} onAct={setDoing} />
            </div>
          )}
          <ShowMore more={more} />
        </>
      )}
      {doing === null || data === null ? null : (
        <WebhookDialog
          doing={doing}
          types={data.types}
          onClose={() => setDoing(null)}
          onDone={reload}
        />
      )}
    </>
  )
}

interface DeliveriesHeadProps extends EndpointChoiceProps {
  readonly onAct: (doing: Doing) => void
}

const DeliveriesHead = ({ query, endpoints, onAct }: DeliveriesHeadProps) => {
  const show = query.get("show") ?? ""
  const mayReplay = useMay("operator")
  return (
    <div class="head">
      <h2 class="big">Deliveries</h2>
      <div class="bar">
        {mayReplay && show === "failed" ? (
          <button type="button" onClick={() => onAct({ act: "all" })}>
            Send all failed again…
          </button>
        ) : null}
        <EndpointChoice query={query} endpoints={endpoints} />
        <Choices
          label="Status"
          choices={choices}
          value={show}
          to={(value) => pathWith("/webhooks", query, "show", value)}
        />
      </div>
    </div>
  )
}

const NoDeliveries = ({ isFiltered }: { isFiltered: boolean }) =>
  isFiltered ? (
    <Empty title="No delivery matches">
      <p>
        <Link to="/webhooks">Show all deliveries</Link>
      </p>
    </Empty>
  ) : (
    <Empty title="Nothing was sent yet">
      <p>Every event is sent to each endpoint that chose its type. Deliveries stay for 30 days.</p>
    </Empty>
  )

interface EndpointChoiceProps {
  readonly query: URLSearchParams
  readonly endpoints: Webhooks["endpoints"]
}

const EndpointChoice = ({ query, endpoints }: EndpointChoiceProps) => {
  const place = usePlace()
  const chosen = query.get("endpoint") ?? ""
  if (endpoints.length < 2 && chosen === "") return null
  const isKnown = chosen === "" || endpoints.some(({ id }) => id === chosen)
  return (
    <label class="inline-field">
      <span class="hidden">Endpoint</span>
      <select
        value={chosen}
        onChange={({ currentTarget }) =>
          navigate(
            addressOf(place, pathWith("/webhooks", query, "endpoint", currentTarget.value)),
            { replace: true }
          )
        }
      >
        <option value="">All endpoints</option>
        {isKnown ? null : <option value={chosen}>{chosen}</option>}
        {endpoints.map(({ id, url }) => (
          <option key={id} value={id}>
            {url}
          </option>
        ))}
      </select>
    </label>
  )
}
