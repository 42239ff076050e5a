import type { EventRecord, LedgerGroup, WebhookDelivery } from "@payloom/core"
import { formatMoney } from "@payloom/testkit"
import type { BookedLine, EventLine, SentLine } from "./Board.ts"

/** Returns a time in UTC, to the second. */
export const secondOf = (moment: number): string =>
  new Date(moment).toISOString().slice(0, 19).replace("T", " ")

/** The fields of a resource that a line shows. */
interface Shown {
  readonly amount?: unknown
  readonly currency?: unknown
  readonly status?: unknown
  readonly stage?: unknown
}

/** The fields of a stored or a consumed event that a line shows. */
type ShownEvent = Pick<EventRecord, "id" | "occurredAt" | "type" | "published"> & {
  readonly data: { readonly object: unknown; readonly payment_id?: string }
}

export const eventLine = ({ id, occurredAt, type, published, data }: ShownEvent): EventLine => ({
  id,
  at: secondOf(occurredAt),
  type,
  isInternal: !published,
  payment: data.payment_id ?? null,
  note: noteOf((data.object ?? {}) as Shown)
})

const noteOf = ({ amount, currency, status, stage }: Shown): string => {
  const standing = String(status ?? stage ?? "")
  const isMoney = typeof amount === "string" || typeof amount === "bigint"
  if (!isMoney || typeof currency !== "string") return standing
  return `${formatMoney(BigInt(amount), currency)}, ${standing}`
}

/** Returns a delivery as a line. `urls` has the addresses of endpoints by id. */
export const sentLine =
  (urls: ReadonlyMap<string, string>) =>
  ({ id, created, event, type, endpoint, status, attempts }: WebhookDelivery): SentLine => ({
    id,
    at: secondOf(created),
    event,
    type,
    url: urls.get(endpoint) ?? `${endpoint}, deleted`,
    status,
    tries: triesOf(attempts)
  })

const triesOf = (attempts: WebhookDelivery["attempts"]): string => {
  const last = attempts.at(-1)
  if (last === undefined) return "not yet sent"
  const outcome = last.status === null ? (last.error ?? "no answer") : `HTTP ${last.status}`
  const times = attempts.length === 1 ? "once" : `${attempts.length} times`
  return `${times}, ${outcome} in ${Math.round(last.durationMs)} ms`
}

export const bookedLine = (group: LedgerGroup): BookedLine => ({
  id: group.id,
  at: secondOf(group.created),
  kind: group.kind,
  payment: group.payment ?? null,
  entries: group.entries.map(({ account, amount }) => ({
    account,
    amount: signedMoney(amount, group.currency)
  }))
})

/** Formats an amount that may be negative. */
export const signedMoney = (amount: bigint, currency: string): string =>
  amount < 0n ? `−${formatMoney(-amount, currency)}` : formatMoney(amount, currency)
