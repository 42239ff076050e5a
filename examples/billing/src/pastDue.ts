import type { Document, Payment } from "./audit.ts"
import type { Life } from "./lives.ts"

/** The stored rows about subscriptions that became past due. */
interface PastDueBooks {
  readonly past_due: Iterable<Document> | AsyncIterable<Document>
  readonly subscriptions: ReadonlyMap<number, string>
  /** The ids of the cycles of each subscription. */
  readonly cycles: ReadonlyMap<string, ReadonlyArray<string>>
  /** Payments by the id of their cycle. */
  readonly payments: ReadonlyMap<string, ReadonlyArray<Payment>>
}

interface PastDue {
  readonly pastDue: number
  /** The number of past due subscriptions without a declined card. */
  readonly blameless: number
  readonly findings: ReadonlyArray<string>
}

/**
 * Checks that a subscription became past due if its card was declined, and only then. An outage or
 * a killed process must not make it past due.
 */
export const pastDueFindings = async (
  lives: ReadonlyArray<Life>,
  { past_due, subscriptions, cycles, payments }: PastDueBooks
): Promise<PastDue> => {
  const behind = new Set<string>()
  for await (const event of past_due) behind.add(subscriptionOf(event))
  const findings: Array<string> = []
  let blameless = 0
  for (const { nth, fate } of lives) {
    const subscription = subscriptions.get(nth) ?? ""
    const isDeclined = (cycles.get(subscription) ?? []).some((cycle) =>
      payments.get(cycle)?.some(isCardDeclined)
    )
    const isBehind = behind.has(subscription)
    if (isBehind && !isDeclined) blameless += 1
    if (isBehind && !isDeclined) findings.push(`${fate} ${nth} is past due without a decline`)
    const isToBeBehind = fate === "recovers" || fate === "is_lost"
    if (isBehind !== isToBeBehind) {
      findings.push(`${fate} ${nth} was ${isBehind ? "" : "never "}past due`)
    }
  }
  return { pastDue: behind.size, blameless, findings }
}

const subscriptionOf = ({ data }: Document): string =>
  (data as { readonly object: { readonly id: string } }).object.id

const isCardDeclined = ({ status, decline }: Payment): boolean =>
  status === "declined" &&
  decline?.category !== "technical" &&
  decline?.category !== "configuration"
