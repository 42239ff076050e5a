import { useState } from "preact/hooks"
import type { WebhooksPage } from "../../../rooms/webhooks/WebhookViews.ts"
import type { Wire } from "../../../Wire.ts"
import { isolated } from "../../format/isolated.ts"
import { count } from "../../format/words.ts"
import { ActForm } from "../../parts/ActForm.tsx"
import { Input } from "../../parts/Fields.tsx"

type Endpoint = Wire<WebhooksPage>["endpoints"][number]

interface EndpointFormProps {
  /** The endpoint that is changed. Null for a new one. */
  readonly endpoint: Endpoint | null
  readonly types: ReadonlyArray<string>
  readonly onClose: () => void
  readonly onSecret?: (made: { readonly secret: string }) => void
  readonly onDone?: () => void
}

/** The dialog of a new or a changed endpoint. */
export const EndpointForm = ({ endpoint, types, onClose, ...then }: EndpointFormProps) => {
  const [url, setUrl] = useState(endpoint?.url ?? "")
  const [description, setDescription] = useState(endpoint?.description ?? "")
  const [chosen, setChosen] = useState<ReadonlyArray<string> | null>(endpoint?.types ?? null)
  const isReady = URL.canParse(url.trim()) && chosen?.length !== 0
  const what = chosen === null ? "every event" : `events of ${count(chosen.length, "type")}`
  const text = description.trim()
  const address = isolated(url.trim())
  const input = {
    url: url.trim(),
    types: chosen,
    ...(endpoint === null && text === "" ? {} : { description: text === "" ? null : text })
  }
  return (
    <ActForm<{ readonly secret: string }>
      title={endpoint === null ? "New endpoint" : "Change this endpoint"}
      name={endpoint === null ? "webhooks.create" : "webhooks.update"}
      subject={endpoint?.id ?? ""}
      input={isReady ? input : null}
      preview={
        endpoint === null
          ? `Sends ${what} to ${address} from now on, and shows its secret once.`
          : `Sends ${what} to ${address} from now on. Deliveries that wait go there too.`
      }
      button={endpoint === null ? "Create" : "Save"}
      done={endpoint === null ? "The endpoint is created." : "The endpoint is changed."}
      onClose={onClose}
      onDone={(made) => (endpoint === null ? then.onSecret?.(made) : then.onDone?.())}
    >
      <Input label="Address" type="url" value={url} maxLength={2048} onInput={setUrl} />
      <Input label="Description" value={description} onInput={setDescription} />
      <TypeChoice types={types} chosen={chosen} onChoose={setChosen} />
    </ActForm>
  )
}

interface TypeChoiceProps {
  readonly types: ReadonlyArray<string>
  readonly chosen: ReadonlyArray<string> | null
  readonly onChoose: (chosen: ReadonlyArray<string> | null) => void
}

const TypeChoice = ({ types, chosen, onChoose }: TypeChoiceProps) => (
  <fieldset>
    <legend>Events</legend>
    <label class="choice">
      <input type="radio" checked={chosen === null} onChange={() => onChoose(null)} />
      All events
    </label>
    <label class="choice">
      <input type="radio" checked={chosen !== null} onChange={() => onChoose(chosen ?? [])} />
      Some types
    </label>
    {chosen === null ? null : (
      <div class="long-choice">
        {types.map((type) => (
          <label key={type} class="choice">
            <input
              type="checkbox"
              checked={chosen.includes(type)}
              onChange={() =>
                onChoose(
                  chosen.includes(type)
                    ? chosen.filter((other) => other !== type)
                    : [...chosen, type]
                )
              }
            />
            <code>{type}</code>
          </label>
        ))}
      </div>
    )}
  </fieldset>
)
