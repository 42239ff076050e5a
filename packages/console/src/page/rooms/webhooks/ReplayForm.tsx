import { useState } from "preact/hooks"
import type { WebhooksPage } from "../../../rooms/webhooks/WebhookViews.ts"
import type { Wire } from "../../../Wire.ts"
import { isolated } from "../../format/isolated.ts"
import { ActForm } from "../../parts/ActForm.tsx"
import { Input } from "../../parts/Fields.tsx"

type Endpoint = Wire<WebhooksPage>["endpoints"][number]

interface ReplayFormProps {
  readonly endpoint: Endpoint
  readonly onClose: () => void
  readonly onDone: () => void
}

const moment = (typed: string): number | null => {
  const at = new Date(typed).getTime()
  return Number.isFinite(at) ? at : null
}

const shown = new Intl.DateTimeFormat(undefined, { dateStyle: "medium", timeStyle: "short" })

/** The dialog that sends many deliveries of an endpoint again. */
export const ReplayForm = ({ endpoint: { id, url, status }, onClose, onDone }: ReplayFormProps) => {
  const [isPeriod, setPeriod] = useState(false)
  const [from, setFrom] = useState("")
  const [to, setTo] = useState("")
  const [start, end] = [moment(from), to === "" ? null : moment(to)]
  const isReady = !isPeriod || (start !== null && (end === null || end >= start))
  const range = { from: start, ...(end === null ? {} : { to: end }) }
  const waits = status === "disabled" ? " The endpoint is disabled, so they wait." : ""
  const address = isolated(url)
  const until = end === null ? "now" : shown.format(end)
  return (
    <ActForm
      title="Send again"
      name="webhooks.replay"
      subject={id}
      input={isReady ? (isPeriod ? range : { status: "failed" }) : null}
      preview={
        (isPeriod
          ? `Sends every event from ${shown.format(start ?? 0)} until ${until} to ${address}, ` +
            "also those that it has already got. The endpoint knows them by their ids."
          : `Sends all failed deliveries to ${address} again, with all their retries.`) + waits
      }
      button="Send again"
      done="The deliveries are queued."
      onClose={onClose}
      onDone={onDone}
    >
      <fieldset>
        <legend>What is sent again?</legend>
        <label class="choice">
          <input type="radio" checked={!isPeriod} onChange={() => setPeriod(false)} />
          All failed deliveries
        </label>
        <label class="choice">
          <input type="radio" checked={isPeriod} onChange={() => setPeriod(true)} />
          All events of a period
        </label>
      </fieldset>
      {isPeriod ? (
        <div class="pair">
          <Input type="datetime-local" label="From" value={from} onInput={setFrom} />
          <Input type="datetime-local" label="Until (now if empty)" value={to} onInput={setTo} />
        </div>
      ) : null}
    </ActForm>
  )
}
