import type { Payloom } from "@payloom/core"
import type { AheadClock } from "@payloom/example-kit/aheadClock"
import type { Shop } from "./shop.ts"

/** Subscriptions whose trials end one after the other. */
export interface Renewals {
  /** The ids of the subscriptions. */
  readonly subscriptions: ReadonlyArray<string>
  /** Moves the clock to the end of the first trial. */
  readonly begin: () => void
}

const trialMs = 86_400_000

/** Creates subscriptions whose trials end at this interval, in milliseconds. */
export const prepareRenewals = async (
  { runDue }: Pick<Payloom, "runDue">,
  { merchant, saved }: Shop,
  clock: AheadClock,
  { count, everyMs }: { readonly count: number; readonly everyMs: number }
): Promise<Renewals> => {
  const { card, customer } = saved[0] ?? { card: "", customer: "" }
  const subscriptions: Array<string> = []
  const begunAt = clock.now()
  for (let nth = 0; nth < count; nth++) {
    clock.moveTo(begunAt + nth * everyMs)
    const { id } = await merchant.subscriptions.create(
      {
        customer,
        paymentInstrument: card,
        amount: 900n,
        currency: "EUR",
        interval: { unit: "month", count: 1 },
        trialDays: 1
      },
      { idempotencyKey: `renewal ${nth}` }
    )
    subscriptions.push(id)
  }
  // Their trials begin.
  await runDue()
  return { subscriptions, begin: () => clock.moveTo(begunAt + trialMs) }
}

/** Returns a sentence for each subscription whose first cycle after the trial isn't paid once. */
export const renewalFindings = async (
  { merchant }: Shop,
  subscriptions: ReadonlyArray<string>
): Promise<ReadonlyArray<string>> => {
  const findings: Array<string> = []
  for (const id of subscriptions) {
    const { data } = await merchant.subscriptions.listCycles(id)
    const renewal = data.find(({ sequence }) => sequence === 1)
    if (renewal?.status !== "paid" || renewal.attemptCount !== 1) {
      const { status, attemptCount } = renewal ?? {}
      findings.push(`the renewal of ${id} is ${status} after ${attemptCount} charges`)
    }
  }
  return findings
}
