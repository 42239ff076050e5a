import { useState } from "preact/hooks"
import { alertStates, type AlertsPage as Page } from "../../../rooms/alerts/AlertsPage.ts"
import type { Wire } from "../../../Wire.ts"
import { Time } from "../../format/time.tsx"
import { words } from "../../format/words.ts"
import { act, Failed, newKey } from "../../frame/api.ts"
import { useMay, useMe } from "../../frame/Me.ts"
import { pathOfId } from "../../frame/paths.ts"
import { Link, useAddress, usePlace } from "../../frame/router.tsx"
import { useData } from "../../frame/useData.ts"
import { useMore } from "../../frame/useMore.ts"
import { Markdown } from "../../parts/Markdown.tsx"
import { ShowMore } from "../../parts/ShowMore.tsx"
import { Empty, Failure, Loading } from "../../parts/States.tsx"
import { Status } from "../../parts/Status.tsx"
import { Text } from "../../parts/Text.tsx"
import { toast } from "../../parts/Toast.tsx"
import { Unbooked } from "../notifications/Unbooked.tsx"
import { ResolveDialog } from "./ResolveDialog.tsx"

type Alert = Wire<Page>["data"][number]

const nothing: Readonly<Record<(typeof alertStates)[number], string>> = {
  open: "No alert is open",
  taken: "Nobody works on an alert",
  resolved: "No alert was resolved yet"
}

/** Alerts by their state, with what to do about each. */
export const AlertsPage = () => {
  const { query } = useAddress()
  const state = alertStates.find((known) => known === query.get("state")) ?? "open"
  const path = `/alerts?state=${state}`
  const { data, error, isStale, reload } = useData<Wire<Page>>(path, ({ types }) =>
    types.some((type) => type.startsWith("alert."))
  )
  const more = useMore<Alert>(path, data)
  const rows = [...(data?.data ?? []), ...more.rows]
  return (
    <>
      <div class="head">
        <h1>Alerts</h1>
        <nav class="ranges" aria-label="State of alerts">
          {alertStates.map((one) => (
            <Link
              key={one}
              to={one === "open" ? "/alerts" : `/alerts?state=${one}`}
              aria-current={one === state ? "true" : undefined}
            >
              {words(one)}
            </Link>
          ))}
        </nav>
      </div>
      {error !== null && data === null ? <Failure error={error} retry={reload} /> : null}
      {data === null && error === null ? <Loading lines={8} /> : null}
      {data !== null && rows.length === 0 ? <Empty title={nothing[state]} /> : null}
      <ul class="alerts" aria-busy={isStale}>
        {rows.map((alert) => (
          <li key={alert.id} class="card">
            <One alert={alert} reload={reload} />
          </li>
        ))}
      </ul>
      <ShowMore more={more} />
    </>
  )
}

const One = ({ alert, reload }: { alert: Alert; reload: () => void }) => (
  <>
    <div class="head">
      <h2>
        {words(alert.type.replace("alert.", ""))} <Status of={alert.state} />
      </h2>
      <Buttons alert={alert} reload={reload} />
    </div>
    <p>
      <Markdown>{alert.advice.what}</Markdown>
    </p>
    <p>
      <strong>What to do:</strong> <Markdown>{alert.advice.action}</Markdown>
    </p>
    <p class="soft line">
      <Time at={alert.created} />
      <Subject alert={alert} />
      {alert.takenBy === null ? null : (
        <span>
          taken by <Text>{alert.takenBy.name ?? alert.takenBy.id}</Text>
        </span>
      )}
      {alert.state !== "resolved" ? null : (
        <span>
          resolved by{" "}
          {alert.resolvedBy === null ? (
            "the engine"
          ) : (
            <Text>{alert.resolvedBy.name ?? alert.resolvedBy.id}</Text>
          )}
        </span>
      )}
    </p>
    {alert.notification === null ? null : (
      <Unbooked notification={alert.notification} reload={reload} />
    )}
    {alert.note === null ? null : (
      <p>
        <Text>{alert.note}</Text>
      </p>
    )}
  </>
)

/** The thing that an alert is about, with a link if it has a page. */
const Subject = ({ alert: { payment, subject } }: { alert: Alert }) => {
  if (payment !== null) return <Link to={`/payments/${payment}`}>The payment</Link>
  if (subject.startsWith("endpoint_")) return <Link to="/webhooks">The endpoint</Link>
  if (subject.startsWith("parked_")) return <Link to="/consumers">The event</Link>
  const to = pathOfId(subject)
  return to === null ? <code>{subject}</code> : <Link to={to}>Open it</Link>
}

const Buttons = ({ alert, reload }: { alert: Alert; reload: () => void }) => {
  const place = usePlace()
  const { user } = useMe()
  const [isResolving, setResolving] = useState(false)
  if (!useMay("operator")) return null
  const send = (name: string, done: string) => {
    act(place, name, { subject: alert.id, idempotencyKey: newKey() }).then(
      () => {
        toast(done)
        reload()
      },
      (error: unknown) => toast(error instanceof Failed ? error.message : String(error))
    )
  }
  const isMine = alert.takenBy?.id === user.id
  if (alert.state === "resolved") {
    return (
      <button type="button" onClick={() => send("alerts.reopen", "The alert is open again.")}>
        Reopen
      </button>
    )
  }
  return (
    <div class="buttons">
      {isMine ? null : (
        <button type="button" onClick={() => send("alerts.take", "The alert is yours.")}>
          Take
        </button>
      )}
      <button type="button" onClick={() => setResolving(true)}>
        Resolve…
      </button>
      {isResolving ? (
        <ResolveDialog
          alert={alert.id}
          onClose={() => setResolving(false)}
          onDone={() => {
            setResolving(false)
            reload()
          }}
        />
      ) : null}
    </div>
  )
}
