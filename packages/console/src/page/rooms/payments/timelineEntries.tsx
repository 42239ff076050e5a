import type { ComponentChildren } from "preact"
import type { PaymentView } from "../../../rooms/payments/PaymentView.ts"
import type { Wire } from "../../../Wire.ts"
import { money } from "../../format/money.ts"
import { words } from "../../format/words.ts"
import { Link } from "../../frame/router.tsx"
import { Code } from "../../parts/Code.tsx"
import { Status } from "../../parts/Status.tsx"
import { Text } from "../../parts/Text.tsx"

type View = Wire<PaymentView>

/** Something that happened to a payment. */
export interface TimelineEntry {
  readonly id: string
  readonly at: number
  readonly kind: "event" | "webhook" | "booking" | "act"
  readonly what: ComponentChildren
}

/** Returns everything that happened to a payment, newest first. */
export const timelineEntries = (view: View): ReadonlyArray<TimelineEntry> =>
  [
    ...view.events.map(
      ({ id, occurredAt, type, published, status }): TimelineEntry => ({
        id,
        at: occurredAt,
        kind: "event",
        what: (
          <>
            <Code>{type}</Code> {status === null ? null : <Status of={status} />}{" "}
            {published ? null : <span class="soft">internal</span>}
          </>
        )
      })
    ),
    ...view.deliveries.map(
      (delivery): TimelineEntry => ({
        id: delivery.id,
        at: delivery.attempts.at(-1)?.at ?? delivery.created,
        kind: "webhook",
        what: <Delivery delivery={delivery} />
      })
    ),
    ...view.bookings.map(
      (booking): TimelineEntry => ({
        id: booking.id,
        at: booking.created,
        kind: "booking",
        what: <Booking booking={booking} accounts={view.accounts} />
      })
    ),
    ...view.acts.map(
      (entry): TimelineEntry => ({
        id: entry.id,
        at: entry.created,
        kind: "act",
        what: <Deed entry={entry} />
      })
    )
  ].sort((one, other) => other.at - one.at || (one.id < other.id ? 1 : -1))

const Delivery = ({ delivery }: { delivery: View["deliveries"][number] }) => {
  const { id, type, status, url, attempts } = delivery
  const last = attempts.at(-1)
  const answer = last === undefined ? "Not sent yet" : (last.error ?? `HTTP ${last.status}`)
  const tries = attempts.length > 1 ? `, ${attempts.length} tries` : ""
  return (
    <>
      <Link to={`/webhooks/${id}`}>
        <Code>{type}</Code>
      </Link>{" "}
      <Status of={status === "pending" && last !== undefined ? "retrying" : status} />
      <p class="soft small-text">
        <bdi class="text">{answer}</bdi>
        {tries} · <Text>{url.replace(/^https?:\/\//, "")}</Text>
      </p>
    </>
  )
}

interface BookingProps {
  readonly booking: View["bookings"][number]
  readonly accounts: View["accounts"]
}

const Booking = ({ booking: { kind, entries, currency }, accounts }: BookingProps) => (
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

/** An account of the ledger. The part of a merchant account is shown by its name. */
const Ledger = ({ account, accounts }: { account: string; accounts: View["accounts"] }) => {
  const [kind = "", mid] = account.split(":")
  const name = accounts.find(({ id }) => id === mid)?.name
  return (
    <span>
      <Link to={`/ledger/${encodeURIComponent(account)}`}>{words(kind)}</Link>
      {name === undefined ? null : (
        <>
          {" "}
          of <Text>{name}</Text>
        </>
      )}
    </span>
  )
}

const Deed = ({ entry: { actor, operation, reason } }: { entry: View["acts"][number] }) => (
  <>
    <Text>{actor.name ?? actor.id}</Text> called <Code>{operation}</Code>
    {reason === null ? null : (
      <p>
        <Text>{reason}</Text>
      </p>
    )}
  </>
)
