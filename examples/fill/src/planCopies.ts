import type { FamilyForm } from "./cloneFamily.ts"
import type { Random } from "./seededRandom.ts"

/** Copies to make, in the order of their times. */
export type Copies = ReadonlyArray<{
  readonly form: FamilyForm
  /** The milliseconds by which the copy is later than the original. */
  readonly laterMs: number
}>

const dayMs = 86_400_000
const days = 400

/** The share of payments of families that jobs will change, such as running subscriptions. */
const liveShare = 0.12

/** A live family moves by less than this, so that its jobs stay due in the future. */
const liveMs = 50 * 60_000

/** Plans copies until they have so many payments. */
export const planCopies = (
  forms: ReadonlyArray<FamilyForm>,
  random: Random,
  payments: number,
  now: number
): Copies => {
  const copies: Array<Copies[number]> = []
  const settled = forms.filter(({ isLive, cycles }) => !isLive && cycles.size === 0)
  const chosen = new Set(settled)
  const live = forms.filter((form) => !chosen.has(form))
  let planned = 0
  for (let livePayments = 0; planned < payments; ) {
    const isLive = live.length > 0 && livePayments < planned * liveShare
    const [first, ...others] = isLive ? live : settled
    if (first === undefined) break
    const form = random.one([first, ...others])
    const earliest = now - days * dayMs - form.begins
    const laterMs = isLive
      ? -random.below(liveMs)
      : Math.round(earliest + random.next() * (now - form.ends - earliest))
    copies.push({ form, laterMs })
    planned += form.payments
    if (isLive) livePayments += form.payments
  }
  return copies.sort(
    (one, other) => one.form.begins + one.laterMs - other.form.begins - other.laterMs
  )
}
