import type { ChargeFound } from "@payloom/core"
import type { CardName, ModificationKind } from "./cardConduct.ts"
import type { ChargeVerdict } from "./conduct.ts"

/** A charge in the bank's books. What time does to it is worked out when somebody looks. */
export interface BankCharge {
  readonly account: string
  readonly reference: string
  readonly providerReference: string
  readonly card: CardName
  /** What was approved, or asked where it wasn't. */
  readonly amount: bigint
  readonly currency: string
  readonly capture: boolean
  /** Where the bank's page sends the payer back; null where no payer is there. */
  readonly returnUrl: string | null
  readonly verdict: ChargeVerdict
  readonly madeAt: number
  readonly appearsAt: number
  readonly holdMs: number
  /** What became of the payer who was asked: null while they are. */
  answered: { readonly at: number; readonly rawCode: string | null } | null
  /** Since when the bank says the hold is gone, before its time. */
  holdEndedAt: number | null
  /** How often what was captured was taken back or captured again, and how it ended. */
  returns: BankReturns
  readonly modifications: Array<BankModification>
}

/** What became of captured money after its capture. */
interface BankReturns {
  readonly times: number
  readonly at: number
  /** Why it was taken back; null if it is captured. */
  readonly rawCode: string | null
}

/** A capture, void or refund in the bank's books. */
export interface BankModification {
  readonly kind: ModificationKind
  readonly account: string
  readonly reference: string
  readonly providerReference: string
  readonly charge: string
  readonly amount: bigint
  readonly currency: string
  readonly madeAt: number
  /** Whether nobody asked for it over the interface: the reference is the bank's own. */
  readonly isAtDesk: boolean
  readonly result: ModificationResult
  /** Of a capture: why it was taken back; null while it stands. */
  returned: string | null
}

/** What the bank made of a capture, void or refund. */
export type ModificationResult =
  | { readonly _tag: "Done"; readonly reversesAt: number | null }
  | { readonly _tag: "AccountUnavailable"; readonly rawCode: string }
  | { readonly _tag: "HoldExpired" }
  | { readonly _tag: "Settling"; readonly at: number; readonly fails: string | null }

/** Where a capture, void or refund stands at the bank. */
export type ModificationState = "pending" | "succeeded" | "failed" | "hold_expired" | "reversed"

/** What a modification is at a time, and with which code it failed. */
export const modificationAt = (
  { result, returned }: BankModification,
  now: number
): { readonly state: ModificationState; readonly rawCode: string | null } => {
  if (returned !== null) return { state: "failed", rawCode: returned }
  switch (result._tag) {
    case "Done": {
      const isReversed = result.reversesAt !== null && now >= result.reversesAt
      return { state: isReversed ? "reversed" : "succeeded", rawCode: null }
    }
    case "AccountUnavailable":
      return { state: "failed", rawCode: result.rawCode }
    case "HoldExpired":
      return { state: "hold_expired", rawCode: null }
    case "Settling": {
      if (now < result.at) return { state: "pending", rawCode: null }
      return { state: result.fails === null ? "succeeded" : "failed", rawCode: result.fails }
    }
  }
}

/** The amounts of a charge's modifications of a kind that are in a state at a time. */
const sumOf = (
  charge: BankCharge,
  kind: ModificationKind,
  state: ModificationState,
  now: number
): bigint =>
  charge.modifications
    .filter((made) => made.kind === kind && modificationAt(made, now).state === state)
    .reduce((sum, made) => sum + made.amount, 0n)

const has = (
  charge: BankCharge,
  kind: ModificationKind,
  state: ModificationState,
  now: number
): boolean =>
  charge.modifications.some(
    (made) => made.kind === kind && modificationAt(made, now).state === state
  )

/** What the bank decided by a time: when it approved, how it declined, or what it waits for. */
type Decision =
  | { readonly _tag: "Approved"; readonly at: number }
  | { readonly _tag: "Declined"; readonly rawCode: string }
  | { readonly _tag: "Waiting"; readonly state: "pending" | "requires_action" }

const halfAnHourMs = 30 * 60_000
const threeDaysMs = 72 * 3_600_000

/** Until when a payer may answer: soon on the bank's page, days later where they pay elsewhere. */
export const payerHasUntil = ({ verdict, appearsAt }: BankCharge): number =>
  appearsAt + (verdict._tag === "AskPayer" && verdict.instructions ? threeDaysMs : halfAnHourMs)

const approvedOrDeclined = (rawCode: string | null, at: number): Decision =>
  rawCode === null ? { _tag: "Approved", at } : { _tag: "Declined", rawCode }

const decisionAt = (charge: BankCharge, now: number): Decision => {
  const { verdict, answered, appearsAt } = charge
  switch (verdict._tag) {
    case "Approve":
      return { _tag: "Approved", at: appearsAt }
    case "Decline":
      return { _tag: "Declined", rawCode: verdict.rawCode }
    case "AskPayer":
      if (answered !== null) return approvedOrDeclined(answered.rawCode, answered.at)
      return now < payerHasUntil(charge)
        ? { _tag: "Waiting", state: "requires_action" }
        : { _tag: "Declined", rawCode: "payer_too_late" }
    case "Settle": {
      const at = appearsAt + verdict.afterMs
      return now < at
        ? { _tag: "Waiting", state: "pending" }
        : approvedOrDeclined(verdict.declines, at)
    }
  }
}

/** Where a charge stands at the bank. */
export type ChargeState = ChargeFound["state"]

/** A charge as it stands at a time; amounts in minor units. */
export interface ChargeStanding {
  readonly state: ChargeState
  readonly rawCode: string | null
  readonly authorized: bigint
  readonly captured: bigint
  /** What went back, less what was reversed. */
  readonly refunded: bigint
  /** Refunds under way, which count against what may still be refunded. */
  readonly refunding: bigint
  readonly voided: bigint
  /** Whether a capture or a void is under way; it holds back the hold's expiry. */
  readonly isChanging: boolean
}

const nothing = {
  rawCode: null,
  authorized: 0n,
  captured: 0n,
  refunded: 0n,
  refunding: 0n,
  voided: 0n,
  isChanging: false
}

const holdIsOver = (charge: BankCharge, approvedAt: number, now: number): boolean =>
  charge.holdEndedAt !== null || now >= approvedAt + charge.holdMs

const approvedState = (
  charge: BankCharge,
  approvedAt: number,
  standing: Omit<ChargeStanding, "state">,
  now: number
): ChargeState => {
  if (charge.returns.rawCode !== null) return "returned"
  if (has(charge, "void", "succeeded", now)) return "voided"
  if (charge.capture || has(charge, "capture", "succeeded", now)) {
    const isRefunded = standing.captured > 0n && standing.refunded === standing.captured
    return isRefunded ? "refunded" : "captured"
  }
  if (standing.isChanging) return "authorized"
  return holdIsOver(charge, approvedAt, now) ? "expired" : "authorized"
}

const takenAt = (charge: BankCharge, now: number): bigint =>
  charge.capture ? charge.amount : sumOf(charge, "capture", "succeeded", now)

/** A charge as it stands at a time. */
export const standingAt = (charge: BankCharge, now: number): ChargeStanding => {
  const decision = decisionAt(charge, now)
  if (decision._tag === "Waiting") return { ...nothing, state: decision.state }
  if (decision._tag === "Declined") {
    return { ...nothing, state: "declined", rawCode: decision.rawCode }
  }
  const { rawCode } = charge.returns
  const isReturned = rawCode !== null
  const standing = {
    rawCode,
    authorized: charge.amount,
    captured: isReturned ? 0n : takenAt(charge, now),
    refunded: sumOf(charge, "refund", "succeeded", now),
    refunding: sumOf(charge, "refund", "pending", now),
    voided: has(charge, "void", "succeeded", now) ? charge.amount : 0n,
    isChanging: has(charge, "capture", "pending", now) || has(charge, "void", "pending", now)
  }
  return { ...standing, state: approvedState(charge, decision.at, standing, now) }
}
