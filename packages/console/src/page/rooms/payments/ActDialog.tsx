import { useState } from "preact/hooks"
import type { PaymentView, Possible } from "../../../rooms/payments/PaymentView.ts"
import type { Wire } from "../../../Wire.ts"
import { decimalOf, minorOf, money } from "../../format/money.ts"
import { useAct } from "../../frame/useAct.ts"
import { ActEnd, ReasonField } from "../../parts/ActEnd.tsx"
import { Dialog } from "../../parts/Dialog.tsx"
import { type Chosen, previewOf } from "./preview.ts"

type View = Wire<PaymentView>

interface ActDialogProps {
  readonly view: View
  readonly possible: Wire<Possible>
  readonly onClose: () => void
  readonly onDone: () => void
}

const titles: Readonly<Record<Possible["act"], string>> = {
  "payments.refund": "Refund",
  "payments.capture": "Capture",
  "payments.void": "Void",
  "payments.cancel": "Cancel this payment",
  "payments.resolveAttempt": "Resolve this attempt"
}

const done: Readonly<Record<Possible["act"], string>> = {
  "payments.refund": "The refund is on its way.",
  "payments.capture": "The capture is on its way.",
  "payments.void": "The hold is being released.",
  "payments.cancel": "The payment is canceled.",
  "payments.resolveAttempt": "The attempt is resolved."
}

/** The dialog of an act. It says what the act will do, and does it once. */
export const ActDialog = ({ view, possible, onClose, onDone }: ActDialogProps) => {
  const { currency, id } = view.payment
  const most = "most" in possible ? possible.most : null
  const [typed, setTyped] = useState(most === null ? "" : decimalOf(most, currency))
  const [outcome, setOutcome] = useState<Chosen["outcome"]>(null)
  const [reference, setReference] = useState("")
  const [reason, setReason] = useState("")
  const { isBusy, error, clearError, send } = useAct({
    name: possible.act,
    done: done[possible.act],
    onDone
  })
  const minor = most === null ? null : minorOf(typed, currency)
  const complaint = most === null ? null : complaintOf(minor, most, currency)
  const amount = complaint === null ? minor : null
  const preview = previewOf(view, possible, { amount, outcome })
  const needsReference = outcome === "taken" || outcome === "held"
  const isReady = preview !== null && (!needsReference || reference.trim() !== "")
  const submit = (event: Event) => {
    event.preventDefault()
    if (!isReady || isBusy) return
    const input = inputOf(possible, amount, outcome, reference.trim(), reason.trim())
    send(possible.act === "payments.resolveAttempt" ? possible.attempt : id, input, reason.trim())
  }
  return (
    <Dialog title={titles[possible.act]} onClose={onClose}>
      <form onSubmit={submit}>
        {most === null ? null : (
          <AmountField
            {...{ typed, most, currency, complaint }}
            onType={(text) => {
              setTyped(text)
              clearError()
            }}
          />
        )}
        {possible.act === "payments.resolveAttempt" ? (
          <OutcomeFields
            mayHold={possible.mayHold}
            {...{ outcome, setOutcome, reference, setReference }}
          />
        ) : null}
        <ReasonField reason={reason} onReason={setReason} />
        <p class="preview" aria-live="polite">
          {preview ?? "Complete the fields to see what will happen."}
        </p>
        <ActEnd error={error} isReady={isReady} isBusy={isBusy} onClose={onClose}>
          {amount === null
            ? titles[possible.act]
            : `${titles[possible.act]} ${money(amount, currency)}`}
        </ActEnd>
      </form>
    </Dialog>
  )
}

const complaintOf = (minor: string | null, most: string, currency: string): string | null => {
  if (minor === null) return `Enter an amount such as ${decimalOf(most, currency)}.`
  if (BigInt(minor) === 0n) return "Enter more than zero."
  if (BigInt(minor) > BigInt(most)) return `At most ${money(most, currency)} are possible.`
  return null
}

const inputOf = (
  possible: Wire<Possible>,
  amount: string | null,
  outcome: Chosen["outcome"],
  providerReference: string,
  reason: string
): object => {
  if (possible.act === "payments.resolveAttempt") {
    if (outcome === "not_charged") return { _tag: "NotCharged" }
    return { _tag: "Charged", captured: outcome === "taken", providerReference }
  }
  const takesReason = possible.act === "payments.refund" || possible.act === "payments.void"
  return {
    ...(amount === null ? {} : { amount }),
    ...(takesReason && reason !== "" ? { reason } : {})
  }
}

interface AmountFieldProps {
  readonly typed: string
  readonly most: string
  readonly currency: string
  readonly complaint: string | null
  readonly onType: (text: string) => void
}

const AmountField = ({ typed, most, currency, complaint, onType }: AmountFieldProps) => {
  const half = (BigInt(most) / 2n).toString()
  return (
    <div class="field">
      <label for="act-amount">Amount in {currency}</label>
      <div class="with-buttons">
        <input
          id="act-amount"
          inputMode="decimal"
          autoComplete="off"
          value={typed}
          maxLength={24}
          aria-invalid={complaint !== null}
          aria-describedby="act-amount-complaint"
          onInput={({ currentTarget }) => onType(currentTarget.value)}
        />
        {half === "0" ? null : (
          <button type="button" onClick={() => onType(decimalOf(half, currency))}>
            Half
          </button>
        )}
        <button type="button" onClick={() => onType(decimalOf(most, currency))}>
          All
        </button>
      </div>
      <span id="act-amount-complaint" class="complaint">
        {complaint}
      </span>
    </div>
  )
}

interface OutcomeFieldsProps {
  readonly mayHold: boolean
  readonly outcome: Chosen["outcome"]
  readonly setOutcome: (outcome: Chosen["outcome"]) => void
  readonly reference: string
  readonly setReference: (reference: string) => void
}

const OutcomeFields = ({ mayHold, outcome, setOutcome, ...rest }: OutcomeFieldsProps) => {
  const choices: ReadonlyArray<readonly [NonNullable<Chosen["outcome"]>, string]> = [
    ["taken", "The money was taken"],
    ...(mayHold ? ([["held", "The money is held"]] as const) : []),
    ["not_charged", "Nothing was taken"]
  ]
  return (
    <>
      <fieldset>
        <legend>What does the provider's dashboard say?</legend>
        {choices.map(([value, label]) => (
          <label key={value} class="choice">
            <input
              type="radio"
              name="outcome"
              checked={outcome === value}
              onChange={() => setOutcome(value)}
            />
            {label}
          </label>
        ))}
      </fieldset>
      {outcome === "taken" || outcome === "held" ? (
        <label class="field">
          <span>The provider's reference of the charge</span>
          <input
            value={rest.reference}
            maxLength={255}
            required
            onInput={({ currentTarget }) => rest.setReference(currentTarget.value)}
          />
        </label>
      ) : null}
    </>
  )
}
