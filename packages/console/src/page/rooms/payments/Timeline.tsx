import type { ComponentChildren } from "preact"
import type { PaymentView } from "../../../rooms/payments/PaymentView.ts"
import type { Wire } from "../../../Wire.ts"
import { money } from "../../format/money.ts"
import { Time } from "../../format/time.tsx"
import { words } from "../../format/words.ts"
import { Status } from "../../parts/Status.tsx"
import { Text } from "../../parts/Text.tsx"

type View = Wire<PaymentView>

interface Entry {
  readonly id: string
  readonly at: number
  readonly kind: "event" | "webhook" | "booking" | "act"
  readonly what: ComponentChildren
}

const kinds = { event: "Event", webhook: "Webhook", booking: "Books", act: "Person" } as const

/** Everything that happened, newest first: events, deliveries, bookings, and what people did. */
export const Timeline = ({ view }: { view: View }) => {
  const entries = entriesOf(view)
  return (
    <section class="card">
      <h2>Timeline</h2>
      {entries.length === 0 ? <p class="soft">Nothing happened yet.</p> : null}
      <ol class="timeline">
        {entries.map(({ id, at, kind, what }) => (
          <li key={id} class={kind}>
            <span class="kind">{kinds[kind]}</span>
            <div>{what}</div>
            <Time at={at} exact />
          </li>
        ))}
      </ol>
    </section>
  )
}

const entriesOf = ({ events, deliveries, bookings, accounts, acts }: View): ReadonlyArray<Entry> =>
  [
    ...events.map(
      ({ id, occurredAt, type, published, status }): Entry => ({
        id,
        at: occurredAt,
        kind: "event",
        what: (
          <>
            <code>{type}</code> {status === null ? null : <Status of={status} />}{" "}
            {published ? null : <span class="soft">internal</span>}
          </>
        )
      })
    ),
    ...deliveries.map(
      (delivery): Entry => ({
        id: delivery.id,
        at: delivery.attempts.at(-1)?.at ?? delivery.created,
        kind: "webhook",
        what: <Delivery delivery={delivery} />
      })
    ),
    ...bookings.map(
      ({ id, created, kind, entries, currency }): Entry => ({
        id,
        at: created,
        kind: "booking",
        what: (
          <>
            {words(kind)}
            <ul class="entries">
              {entries.map(({ account, amount }) => (
                <li key={account}>
                  <span class="number">{money(amount, currency)}</span>{" "}
                  <Ledger account={account} accounts={accounts} />
                </li>
              ))}
            </ul>
          </>
        )
      })
    ),
    ...acts.map(
      (entry): Entry => ({
        id: entry.id,
        at: entry.created,
        kind: "act",
        what: <Deed entry={entry} />
      })
    )
  ].sort((one, other) => other.at - one.at || (one.id < other.id ? 1 : -1))

const Delivery = ({ delivery }: { delivery: View["deliveries"][number] }) => {
  const last = delivery.attempts.at(-1)
  const answer = last === undefined ? "not sent yet" : (last.error ?? `HTTP ${last.status}`)
  return (
    <>
      <code>{delivery.type}</code> <Status of={delivery.status} />
      <p class="soft">
        to <Text>{delivery.url}</Text>: {answer}
        {delivery.attempts.length > 1 ? `, ${delivery.attempts.length} tries` : ""}
      </p>
    </>
  )
}

/** An account of the ledger. The part of a merchant account is shown by its name. */
const Ledger = ({ account, accounts }: { account: string; accounts: View["accounts"] }) => {
  const [kind = "", mid] = account.split(":")
  const name = accounts.find(({ id }) => id === mid)?.name
  return name === undefined ? (
    <code>{account}</code>
  ) : (
    <span>
      <code>{kind}</code> of <Text>{name}</Text>
    </span>
  )
}

const Deed = ({ entry: { actor, operation, reason } }: { entry: View["acts"][number] }) => (
  <>
    <Text>{actor.name ?? actor.id}</Text> called <code>{operation}</code>
    {reason === null ? null : (
      <p>
        <Text>{reason}</Text>
      </p>
    )}
  </>
)
