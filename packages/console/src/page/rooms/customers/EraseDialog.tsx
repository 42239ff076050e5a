import { useState } from "preact/hooks"
import type { CustomerView } from "../../../rooms/customers/CustomerView.ts"
import type { Wire } from "../../../Wire.ts"
import { count, words } from "../../format/words.ts"
import { Link } from "../../frame/router.tsx"
import { ActForm } from "../../parts/ActForm.tsx"
import { Text } from "../../parts/Text.tsx"

type View = Wire<CustomerView>

interface EraseProps {
  readonly view: View
  readonly onClose: () => void
  readonly onDone: () => void
}

/** Erases a customer. The person types who it is, because nobody can undo it. */
export const EraseDialog = ({ view, onClose, onDone }: EraseProps) => {
  const { customer, instruments } = view
  const [typed, setTyped] = useState("")
  const wanted = customer.email ?? customer.id.slice(-8)
  const isSame = typed.trim().toLowerCase() === wanted.toLowerCase()
  const saved = instruments.filter(({ instrument }) => !instrument.detached).length
  const cards = saved === 0 ? "" : `, and detaches ${count(saved, "saved card")}`
  return (
    <ActForm<unknown>
      title="Erase this customer"
      name="customers.erase"
      subject={customer.id}
      input={isSame ? {} : null}
      preview={
        "Erases the name, e-mail address, reference, address and metadata of this " +
        `customer${cards}. Nobody can undo it.`
      }
      button="Erase for ever"
      done="The customer is erased. Their payments and events follow in a moment."
      onClose={onClose}
      onDone={onDone}
    >
      <InFlight view={view} />
      <div>
        <p>
          A job then erases them from payments, sessions, subscriptions, events, deliveries and
          notes. Amounts, statuses, ids, times and the books stay.
        </p>
        <p class="soft">
          The vault and the provider keep what they were given. Delete the customer there too.
        </p>
      </div>
      <label class="field">
        <span>
          Type <Text>{wanted}</Text> to confirm
        </span>
        <input
          value={typed}
          autoComplete="off"
          spellcheck={false}
          maxLength={255}
          dir="auto"
          onInput={({ currentTarget }) => setTyped(currentTarget.value)}
        />
      </label>
    </ActForm>
  )
}

const open: ReadonlySet<string> = new Set([
  "requires_payment",
  "authenticating",
  "processing",
  "authorized",
  "pending_first_payment",
  "trialing",
  "active",
  "past_due",
  "paused"
])

/** The first thing that is in the way, as far as the page knows. The server decides. */
const InFlight = ({ view: { payments, subscriptions } }: { view: View }) => {
  const subscription = subscriptions?.find(({ status }) => open.has(status))
  const payment = payments.find(({ status }) => open.has(status))
  const found = subscription ?? payment
  if (found === undefined) return null
  const room = found === payment ? "payments" : "subscriptions"
  return (
    <p class="callout warn">
      <span>
        It is refused while something of the customer is in flight. First end this{" "}
        <Link to={`/${room}/${found.id}`}>{room.slice(0, -1)}</Link>, which is{" "}
        {words(found.status).toLowerCase()}.
      </span>
    </p>
  )
}
