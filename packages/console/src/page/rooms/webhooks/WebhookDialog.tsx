import { useState } from "preact/hooks"
import type { WebhooksPage } from "../../../rooms/webhooks/WebhookViews.ts"
import type { Wire } from "../../../Wire.ts"
import { isolated } from "../../format/isolated.ts"
import { ActForm } from "../../parts/ActForm.tsx"
import { SecretDialog } from "../../parts/SecretDialog.tsx"
import { EndpointForm } from "./EndpointForm.tsx"
import { ReplayForm } from "./ReplayForm.tsx"

type Endpoint = Wire<WebhooksPage>["endpoints"][number]

/** The thing that a person is about to do with an endpoint or a delivery. */
export type Doing =
  | { readonly act: "create" }
  | { readonly act: "all" }
  | {
      readonly act: "change" | "rotate" | "turn" | "delete" | "replay"
      readonly endpoint: Endpoint
    }
  | {
      readonly act: "again"
      readonly id: string
      readonly type: string
      /** Null if the endpoint was deleted. */
      readonly url: string | null
    }

interface WebhookDialogProps {
  readonly doing: Doing
  readonly types: ReadonlyArray<string>
  readonly onClose: () => void
  readonly onDone: () => void
}

/** The dialog of an act on an endpoint or a delivery. A new secret is shown once. */
export const WebhookDialog = ({ doing, types, onClose, onDone }: WebhookDialogProps) => {
  const [secret, setSecret] = useState<string | null>(null)
  const finish = () => {
    onDone()
    onClose()
  }
  const showSecret = (answer: { readonly secret: string }) => {
    onDone()
    setSecret(answer.secret)
  }
  if (secret !== null) {
    return (
      <SecretDialog
        title="The endpoint's secret"
        secret={secret}
        advice={
          "Give this secret to the endpoint, which checks the signatures with it. " +
          "It is shown only now."
        }
        onClose={onClose}
      />
    )
  }
  switch (doing.act) {
    case "create":
      return <EndpointForm types={types} endpoint={null} onClose={onClose} onSecret={showSecret} />
    case "change":
      return (
        <EndpointForm types={types} endpoint={doing.endpoint} onClose={onClose} onDone={finish} />
      )
    case "replay":
      return <ReplayForm endpoint={doing.endpoint} onClose={onClose} onDone={finish} />
    case "rotate":
      return (
        <ActForm
          title="New secret"
          name="webhooks.rotateSecret"
          subject={doing.endpoint.id}
          input={{}}
          preview={
            `Gives ${isolated(doing.endpoint.url)} a new secret, which is shown once. ` +
            "The old one also signs for 24 hours, and then no longer." +
            (doing.endpoint.oldSecretUntil === null ? "" : " The one before that stops at once.")
          }
          button="Make a new secret"
          done="The endpoint has a new secret."
          onClose={onClose}
          onDone={showSecret}
        />
      )
    default:
      return <SimpleDialog doing={doing} onClose={onClose} onDone={finish} />
  }
}

interface SimpleDialogProps {
  readonly doing: Doing
  readonly onClose: () => void
  readonly onDone: () => void
}

const SimpleDialog = ({ doing, ...rest }: SimpleDialogProps) => {
  if (doing.act === "create") return null
  if (doing.act === "all") return <AllFailedForm {...rest} />
  if (doing.act === "again") {
    const to = doing.url ?? "an endpoint that was deleted, so it will fail"
    return (
      <ActForm
        title="Send again"
        name="webhooks.replay"
        subject={doing.id}
        input={{}}
        preview={`Sends ${doing.type} to ${isolated(to)} again now, with all its retries.`}
        button="Send again"
        done="The delivery is queued."
        {...rest}
      />
    )
  }
  const { id, status } = doing.endpoint
  const url = isolated(doing.endpoint.url)
  if (doing.act === "delete") {
    return (
      <ActForm
        title="Delete this endpoint"
        name="webhooks.delete"
        subject={id}
        input={{}}
        preview={`Deletes ${url}. Deliveries that wait are dropped. This can't be undone.`}
        button="Delete"
        done="The endpoint is deleted."
        {...rest}
      />
    )
  }
  const isOn = status === "enabled"
  return (
    <ActForm
      title={isOn ? "Disable this endpoint" : "Enable this endpoint"}
      name="webhooks.update"
      subject={id}
      input={{ status: isOn ? "disabled" : "enabled" }}
      preview={
        isOn
          ? `Nothing is sent to ${url} any more. Deliveries that wait stay, and new events ` +
            "are not queued."
          : `Sends the deliveries that wait to ${url}, and all events from now on. Events ` +
            "that happened meanwhile are sent by “Send again”, with a period."
      }
      button={isOn ? "Disable" : "Enable"}
      done={isOn ? "The endpoint is disabled." : "The endpoint is enabled."}
      {...rest}
    />
  )
}

const AllFailedForm = (rest: Omit<SimpleDialogProps, "doing">) => (
  <ActForm
    title="Send all failed again"
    name="webhooks.replay"
    subject=""
    input={{}}
    preview={
      "Sends the failed deliveries of all endpoints again, with all their retries. " +
      "Deliveries that are being retried go on by themselves."
    }
    button="Send again"
    done="The deliveries are queued."
    {...rest}
  />
)
