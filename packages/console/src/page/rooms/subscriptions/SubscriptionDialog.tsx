import { useState } from "preact/hooks"
import type {
  SubscriptionAct,
  SubscriptionView
} from "../../../rooms/subscriptions/SubscriptionView.ts"
import type { Wire } from "../../../Wire.ts"
import { dayOf } from "../../format/day.tsx"
import { money } from "../../format/money.ts"
import { ActForm } from "../../parts/ActForm.tsx"
import { PageLinkDialog } from "../../parts/PageLinkDialog.tsx"
import { Radios } from "../../parts/Radios.tsx"
import { cancelPreview, pausePreview, resumePreview } from "./previews.ts"

type View = Wire<SubscriptionView>

interface DialogProps {
  readonly view: View
  readonly onClose: () => void
}

/** The dialog of an act on a subscription. */
export const SubscriptionDialog = ({ act, ...rest }: DialogProps & { act: SubscriptionAct }) => {
  switch (act) {
    case "subscriptions.pause":
      return <PauseDialog {...rest} />
    case "subscriptions.resume":
      return <ResumeDialog {...rest} />
    case "subscriptions.cancel":
      return <CancelDialog {...rest} />
    case "subscriptions.recoverySession":
      return <RecoveryDialog {...rest} />
  }
}

const PauseDialog = ({ view, onClose }: DialogProps) => {
  const [behavior, setBehavior] = useState<"shift" | "skip">("shift")
  const [day, setDay] = useState("")
  const resumesAt = day === "" ? null : new Date(`${day}T00:00`).getTime()
  const isFuture = resumesAt === null || resumesAt > view.now
  const complaint = isFuture ? null : "Choose a day after today."
  // Nobody can end a pause that leaves cycles out, so it needs its end from the start.
  const isReady = isFuture && (behavior === "shift" || resumesAt !== null)
  return (
    <ActForm<unknown>
      title="Pause this subscription"
      name="subscriptions.pause"
      subject={view.subscription.id}
      input={isReady ? { behavior, ...(resumesAt === null ? {} : { resumesAt }) } : null}
      preview={pausePreview(view, behavior, resumesAt)}
      button="Pause"
      done="The subscription is paused."
      onClose={onClose}
      onDone={onClose}
    >
      <Radios
        legend="The pause"
        choices={[
          ["shift", "moves all later charges"],
          ["skip", "leaves out the charges in it"]
        ]}
        value={behavior}
        onChange={setBehavior}
      />
      <label class="field">
        <span>{behavior === "shift" ? "Resumes on (optional)" : "Resumes on"}</span>
        <input
          type="date"
          value={day}
          aria-invalid={complaint !== null}
          onInput={({ currentTarget }) => setDay(currentTarget.value)}
        />
        <span class="complaint">{complaint}</span>
      </label>
    </ActForm>
  )
}

const ResumeDialog = ({ view, onClose }: DialogProps) => (
  <ActForm<unknown>
    title="Resume this subscription"
    name="subscriptions.resume"
    subject={view.subscription.id}
    input={{}}
    preview={resumePreview(view)}
    button="Resume"
    done="The subscription is resumed."
    onClose={onClose}
    onDone={onClose}
  />
)

const CancelDialog = ({ view, onClose }: DialogProps) => {
  const { status, cancelAtPeriodEnd, currentPeriodEnd } = view.subscription
  const hasPeriod = status !== "pending_first_payment" && !cancelAtPeriodEnd
  const [when, setWhen] = useState<"period_end" | "now">(hasPeriod ? "period_end" : "now")
  return (
    <ActForm<unknown>
      title="Cancel this subscription"
      name="subscriptions.cancel"
      subject={view.subscription.id}
      input={{ cancelAtPeriodEnd: when === "period_end" }}
      preview={cancelPreview(view, when)}
      button={when === "now" ? "Cancel now" : "Cancel at the end"}
      done={when === "now" ? "The subscription is canceled." : "The cancellation is planned."}
      onClose={onClose}
      onDone={onClose}
    >
      {hasPeriod ? (
        <Radios
          legend="It ends"
          choices={[
            ["period_end", `at the end of its period, ${dayOf(currentPeriodEnd)}`],
            ["now", "now"]
          ]}
          value={when}
          onChange={setWhen}
        />
      ) : null}
    </ActForm>
  )
}

const RecoveryDialog = ({ view, onClose }: DialogProps) => {
  const { id, amount, currency } = view.subscription
  const owed = money(amount, currency)
  return (
    <PageLinkDialog
      title="Payment link"
      name="subscriptions.recoverySession"
      subject={id}
      preview={
        `Makes a page on which the customer pays ${owed} that is overdue, with any card. The ` +
        "subscription then goes on with that card. Planned retries go on until it is paid."
      }
      advice={
        `Send this address to the customer. Whoever opens it can pay ${owed}. It is shown only ` +
        "once. If you lose it, make another one."
      }
      onClose={onClose}
    />
  )
}
