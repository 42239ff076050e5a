import type { Document, Payment } from "./audit.ts"
import type { Life } from "./lives.ts"

/** The books of subscriptions that became past due. */
interface PastDueBooks {
  readonly past_due: Iterable<Document> | AsyncIterable<Document>
  readonly subscriptions: ReadonlyMap<number, string>
  /** The ids of all cycles of each subscription. */
  readonly cycles: ReadonlyMap<string, ReadonlyArray<string>>
  /** By their cycle. */
  readonly payments: ReadonlyMap<string, ReadonlyArray<Payment>>
}

interface PastDue {
  readonly pastDue: number
  /** How many of them had no decline of their card. */
  readonly blameless: number
  readonly findings: ReadonlyArray<string>
}

/**
 * Checks that a subscription became past due only by a decline of its card, and that it did so if
 * its card was to be declined. An outage or a killed process is nobody's fault.
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
    if (isBehind && !isDeclined) findings.push(`${fate} ${nth} is past due by no decline`)
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
