import type { WebhooksPage } from "../../../rooms/webhooks/WebhookViews.ts"
import type { Wire } from "../../../Wire.ts"
import { Time } from "../../format/time.tsx"
import { count } from "../../format/words.ts"
import { useMay } from "../../frame/Me.ts"
import { Empty } from "../../parts/States.tsx"
import { Status } from "../../parts/Status.tsx"
import { Id, Text } from "../../parts/Text.tsx"
import type { Doing } from "./WebhookDialog.tsx"

type Endpoint = Wire<WebhooksPage>["endpoints"][number]

interface EndpointsProps {
  readonly endpoints: ReadonlyArray<Endpoint>
  readonly onAct: (doing: Doing) => void
}

/** The endpoints of a merchant, each with what can be done. */
export const Endpoints = ({ endpoints, onAct }: EndpointsProps) =>
  endpoints.length === 0 ? (
    <Empty title="No endpoint yet">
      <p>An endpoint is an address of your server that gets every event as it happens.</p>
    </Empty>
  ) : (
    <section class="card">
      <h2>Endpoints</h2>
      <ul class="things endpoints">
        {endpoints.map((endpoint) => (
          <li key={endpoint.id}>
            <One endpoint={endpoint} onAct={onAct} />
          </li>
        ))}
      </ul>
    </section>
  )

const disabledBy = {
  merchant: "It was disabled by hand.",
  gone: "It answered that it is gone, so nothing is sent there any more.",
  failing: "It accepted nothing for three days, so nothing is sent there any more."
} as const

const One = ({ endpoint, onAct }: { endpoint: Endpoint; onAct: EndpointsProps["onAct"] }) => {
  const isAdmin = useMay("admin")
  const mayReplay = useMay("operator")
  const { id, url, description, types, status, disabledReason, failingSince } = endpoint
  return (
    <>
      <div>
        <h3>
          <Text>{url}</Text>{" "}
          <Status of={status === "enabled" && failingSince !== null ? "failing" : status} />
        </h3>
        {description === null ? null : (
          <p>
            <Text>{description}</Text>
          </p>
        )}
        <p class="soft">
          {types === null ? "All events" : count(types.length, "event type")}, <Id short>{id}</Id>
        </p>
        {disabledReason === null ? null : <p>{disabledBy[disabledReason]}</p>}
        {failingSince === null || status !== "enabled" ? null : (
          <p class="complaint">
            It has accepted nothing since <Time at={failingSince} />.
          </p>
        )}
        {endpoint.oldSecretUntil === null ? null : (
          <p class="soft">
            Its old secret also signs until <Time at={endpoint.oldSecretUntil} />.
          </p>
        )}
      </div>
      <div class="buttons">
        {mayReplay ? (
          <button type="button" onClick={() => onAct({ act: "replay", endpoint })}>
            Send again…
          </button>
        ) : null}
        {isAdmin ? (
          <>
            <button type="button" onClick={() => onAct({ act: "change", endpoint })}>
              Change…
            </button>
            <button type="button" onClick={() => onAct({ act: "rotate", endpoint })}>
              New secret…
            </button>
            <button type="button" onClick={() => onAct({ act: "turn", endpoint })}>
              {status === "enabled" ? "Disable…" : "Enable…"}
            </button>
            <button type="button" onClick={() => onAct({ act: "delete", endpoint })}>
              Delete…
            </button>
          </>
        ) : null}
      </div>
    </>
  )
}
