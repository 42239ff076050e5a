import type { EventRecord, LedgerGroup, WebhookDelivery } from "@payloom/core"
import { moneyState } from "@payloom/testkit"
import type { BookedLine, SentLine, ToldLine } from "./Board.ts"

/** A moment in UTC, to the second. */
export const secondOf = (moment: number): string =>
  new Date(moment).toISOString().slice(0, 19).replace("T", " ")

/** What of a resource says how much it is about, and how it stands. */
interface Shown {
  readonly amount?: unknown
  readonly currency?: unknown
  readonly status?: unknown
  readonly stage?: unknown
}

/** What of a stored event, or of one that is handed out, makes a line. */
type Told = Pick<EventRecord, "id" | "occurredAt" | "type" | "published"> & {
  readonly data: { readonly object: unknown; readonly payment_id?: string }
}

export const toldLine = ({ id, occurredAt, type, published, data }: Told): ToldLine => ({
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
  return `${moneyState(BigInt(amount), currency)}, ${standing}`
}

/** A delivery as a line, with the address of its endpoint by the endpoint's id. */
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
  if (last === undefined) return "not tried yet"
  const outcome = last.status === null ? (last.error ?? "no answer") : `HTTP ${last.status}`
  const times = attempts.length === 1 ? "once" : `${attempts.length} times`
  return `${times}, ${outcome} in ${Math.round(last.durationMs)} ms`
}

export const bookedLine = (group: LedgerGroup): BookedLine => ({
  id: group.id,
  at: secondOf(group.created),
  kind: group.kind,
  payment: group.payment,
  entries: group.entries.map(({ account, amount }) => ({
    account,
    amount: signedMoney(amount, group.currency)
  }))
})

/** An amount that may be less than nothing. */
export const signedMoney = (amount: bigint, currency: string): string =>
  amount < 0n ? `−${moneyState(-amount, currency)}` : moneyState(amount, currency)
