import type { BookingObstacle, KeptNotification } from "@payloom/core"
import { useState } from "preact/hooks"
import type { Wire } from "../../../Wire.ts"
import { money } from "../../format/money.ts"
import { Time } from "../../format/time.tsx"
import { words } from "../../format/words.ts"
import { useMay } from "../../frame/Me.ts"
import { ActForm } from "../../parts/ActForm.tsx"
import { Status } from "../../parts/Status.tsx"
import { Text } from "../../parts/Text.tsx"

type Kept = Wire<KeptNotification>

const reasons: Readonly<Record<BookingObstacle, string>> = {
  unknown_reference: "The merchant account has nothing with its reference.",
  not_captured: "The charge was not captured yet.",
  refund_in_flight: "It may be one of the refunds that are in flight.",
  amount_mismatch: "Its amount doesn't fit the charge.",
  currency_mismatch: "Its currency is not that of the charge.",
  contradicts_books: "It contradicts an earlier notification."
}

interface UnbookedProps {
  readonly notification: Kept
  readonly reload: () => void
}

/** A provider's notification that could not be booked, and what a person can do with it. */
export const Unbooked = ({ notification, reload }: UnbookedProps) => {
  const { kind, state, amount, currency, providerReference, obstacle, status, created } =
    notification
  return (
    <section class="unbooked" aria-label="The provider's notification">
      <p>
        <strong>{words(kind)}</strong>{" "}
        {amount === null || currency === null ? null : `of ${money(amount, currency)} `}
        <Text>{providerReference}</Text>: {words(state).toLowerCase()} <Status of={status} />{" "}
        <span class="soft">
          <Time at={created} />
        </span>
      </p>
      {status === "kept" ? (
        <>
          <p>{reasons[obstacle]}</p>
          <Buttons notification={notification.id} reload={reload} />
        </>
      ) : null}
    </section>
  )
}

const forms = {
  replay: {
    title: "Try this notification again",
    preview:
      "Books the notification if that is possible now: the payment and the ledger change as the " +
      "provider says. Otherwise it stays as it is.",
    button: "Try again",
    done: "The notification was tried again."
  },
  dismiss: {
    title: "Dismiss this notification",
    preview:
      "Closes the notification without booking it. It is not tried again, and refunds of its " +
      "payment no longer wait for it. The ledger doesn't change.",
    button: "Dismiss",
    done: "The notification is dismissed."
  }
} as const

interface ButtonsProps {
  /** The id of the notification. */
  readonly notification: string
  readonly reload: () => void
}

const Buttons = ({ notification, reload }: ButtonsProps) => {
  const [doing, setDoing] = useState<keyof typeof forms | null>(null)
  if (!useMay("operator")) return null
  return (
    <div class="buttons">
      <button type="button" onClick={() => setDoing("replay")}>
        Try again…
      </button>
      <button type="button" onClick={() => setDoing("dismiss")}>
        Dismiss…
      </button>
      {doing === null ? null : (
        <ActForm
          {...forms[doing]}
          name={`notifications.${doing}`}
          subject={notification}
          input={{}}
          onClose={() => setDoing(null)}
          onDone={() => {
            setDoing(null)
            reload()
          }}
        />
      )}
    </div>
  )
}
