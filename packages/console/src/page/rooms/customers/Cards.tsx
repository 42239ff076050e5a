import { useState } from "preact/hooks"
import type { CustomerView } from "../../../rooms/customers/CustomerView.ts"
import type { Wire } from "../../../Wire.ts"
import { Day } from "../../format/day.tsx"
import { instrumentLabel } from "../../format/instrument.ts"
import { words } from "../../format/words.ts"
import { useMay } from "../../frame/Me.ts"
import { Link } from "../../frame/router.tsx"
import { ActForm } from "../../parts/ActForm.tsx"
import { Text } from "../../parts/Text.tsx"

type View = Wire<CustomerView>
type Saved = View["instruments"][number]

/** The saved cards and debits. Each can be detached if no subscription bills it. */
export const Cards = ({ view, reload }: { view: View; reload: () => void }) => {
  const { instruments, customer } = view
  const [detaching, setDetaching] = useState<Saved | null>(null)
  const open = instruments.filter(({ instrument }) => !instrument.detached)
  const gone = instruments.length - open.length
  return (
    <section class="card">
      <h2>Saved cards and debits</h2>
      {open.length === 0 ? <p class="soft">None is saved.</p> : null}
      <ul class="cards">
        {open.map((saved) => (
          <li key={saved.instrument.id}>
            <One
              saved={saved}
              isDefault={customer.defaultPaymentInstrument === saved.instrument.id}
              detach={() => setDetaching(saved)}
            />
          </li>
        ))}
      </ul>
      {gone === 0 ? null : (
        <details class="below-table">
          <summary>{gone} detached</summary>
          <ul class="cards">
            {instruments
              .filter(({ instrument }) => instrument.detached)
              .map(({ instrument }) => (
                <li key={instrument.id} class="soft">
                  {instrumentLabel(instrument)}, saved <Day at={instrument.created} />
                </li>
              ))}
          </ul>
        </details>
      )}
      {detaching === null ? null : (
        <DetachDialog
          saved={detaching}
          onClose={() => setDetaching(null)}
          onDone={() => {
            setDetaching(null)
            reload()
          }}
        />
      )}
    </section>
  )
}

interface OneProps {
  readonly saved: Saved
  readonly isDefault: boolean
  readonly detach: () => void
}

const One = ({ saved: { instrument, billedBy }, isDefault, detach }: OneProps) => {
  const mayAct = useMay("operator")
  return (
    <>
      <div>
        <p class="lead">
          {instrumentLabel(instrument)}{" "}
          {isDefault ? <span class="status calm">Default</span> : null}
        </p>
        <p class="soft">{detailsOf(instrument)}</p>
        {billedBy === null ? null : (
          <p>
            <Link to={`/subscriptions/${billedBy}`}>Billed by a subscription</Link>
          </p>
        )}
      </div>
      {mayAct && billedBy === null ? (
        <button type="button" onClick={detach} aria-label={`Detach ${instrumentLabel(instrument)}`}>
          Detach…
        </button>
      ) : null}
    </>
  )
}

const detailsOf = (instrument: Saved["instrument"]) => {
  if (instrument.type === "card") {
    const { funding, country, expMonth, expYear } = instrument.card
    return `${words(funding)}, ${country}, valid to ${String(expMonth).padStart(2, "0")}/${expYear}`
  }
  const { bank, mandateReference } = instrument.apm
  const parts = [bank, mandateReference === null ? null : `mandate ${mandateReference}`]
  return <Text>{parts.filter((part) => part !== null).join(", ")}</Text>
}

interface DetachProps {
  readonly saved: Saved
  readonly onClose: () => void
  readonly onDone: () => void
}

const DetachDialog = ({ saved: { instrument }, onClose, onDone }: DetachProps) => {
  const label = instrumentLabel(instrument)
  return (
    <ActForm<unknown>
      title={`Detach ${label}`}
      name="paymentInstruments.detach"
      subject={instrument.id}
      input={{}}
      preview={
        `${label} can't be charged any more, and no one can undo this. The customer can save it ` +
        "again. Past payments stay, and can still be refunded."
      }
      button="Detach"
      done={`${label} is detached.`}
      onClose={onClose}
      onDone={onDone}
    />
  )
}
