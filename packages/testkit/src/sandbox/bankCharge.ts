import type { ChargeFound } from "@payloom/core"
import type { BankSplit } from "./bankSplits.ts"
import type { CardName, ModificationKind } from "./cardConduct.ts"
import type { ChargeVerdict } from "./conduct.ts"

/** A charge in the bank's books. Its state at a time is computed on demand. */
export interface BankCharge {
  readonly account: string
  readonly reference: string
  /** The ids of the engine's rows, or null if the request had none. */
  readonly origin: string | null
  readonly providerReference: string
  readonly card: CardName
  /**
   * The approved amount before any increment, or the requested amount if it was not approved.
   */
  readonly amount: bigint
  /** The parts that the bank pays to other accounts. */
  readonly splits: ReadonlyArray<BankSplit>
  /** The most that may be captured in all, if that is more than the held amount. */
  readonly capturableUpTo: bigint
  /** True if the account to debit was saved, to be charged again. */
  readonly savesMethod: boolean
  readonly currency: string
  readonly capture: boolean
  /** The URL to which the bank's page returns the payer, or null if no payer is present. */
  readonly returnUrl: string | null
  readonly verdict: ChargeVerdict
  readonly madeAt: number
  readonly appearsAt: number
  readonly holdMs: number
  /** The payer's answer, or null before it. */
  answered: { readonly at: number; readonly rawCode: string | null } | null
  /** The time of an early end of the hold, or null. */
  holdEndedAt: number | null
  /** The number of returns of captured money, and the last one's code. */
  returns: BankReturns
  readonly modifications: Array<BankModification>
}

/** The returns of captured money. */
export interface BankReturns {
  readonly times: number
  readonly at: number
  /** The code of the return, or null if the money is captured. */
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
  /** True if it was made at the bank's own desk. Then the reference is the bank's own. */
  readonly isAtDesk: boolean
  /** True for a capture that keeps the rest of the hold. */
  readonly keepsRest: boolean
  /** True for a refund of which the accounts of the parts pay their share. */
  readonly reversesSplits: boolean
  /** The parts that a refund takes back. */
  readonly splits: ReadonlyArray<BankSplit>
  readonly result: ModificationResult
  /** The number of returns of a capture, and the last one's code. */
  returns: BankReturns
}

/** The bank's result of a capture, void or refund. */
export type ModificationResult =
  | { readonly _tag: "Done"; readonly reversesAt: number | null }
  | { readonly _tag: "AccountUnavailable"; readonly rawCode: string }
  | { readonly _tag: "HoldExpired" }
  | { readonly _tag: "Settling"; readonly at: number; readonly fails: string | null }

/** The state of a capture, void or refund at the bank. */
export type ModificationState = "pending" | "succeeded" | "failed" | "hold_expired" | "reversed"

/** Returns the state of a modification at a time, and its code if it failed. */
export const modificationAt = (
  { result, returns }: BankModification,
  now: number
): { readonly state: ModificationState; readonly rawCode: string | null } => {
  if (returns.rawCode !== null) return { state: "failed", rawCode: returns.rawCode }
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

/** Sums up the modifications of a kind that are in a state at a time. */
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

/**
 * The bank's decision at a time: the time of approval, the code of the decline, or the state in
 * which it waits.
 */
type Decision =
  | { readonly _tag: "Approved"; readonly at: number }
  | { readonly _tag: "Declined"; readonly rawCode: string }
  | { readonly _tag: "Waiting"; readonly state: "pending" | "requires_action" }

const halfAnHourMs = 30 * 60_000
const threeDaysMs = 72 * 3_600_000

/**
 * Returns the time until which a payer may answer. It is soon on the bank's page, and days later
 * for payments with instructions.
 */
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

/** The state of a charge at the bank. */
export type ChargeState = ChargeFound["state"]

/** A charge at a time. Amounts are in minor units. */
export interface ChargeStanding {
  readonly state: ChargeState
  readonly rawCode: string | null
  readonly authorized: bigint
  readonly captured: bigint
  /** The refunded amount, less reversed refunds. */
  readonly refunded: bigint
  /** The amount of pending refunds, which reduces what can still be refunded. */
  readonly refunding: bigint
  readonly voided: bigint
  /** True if a part was captured and the rest is still held. */
  readonly holdsRest: boolean
  /** True if a capture or void is pending. The hold does not expire meanwhile. */
  readonly isChanging: boolean
}

const nothing = {
  rawCode: null,
  authorized: 0n,
  captured: 0n,
  refunded: 0n,
  refunding: 0n,
  voided: 0n,
  holdsRest: false,
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

/** Returns the held amount at a time, with its last increment. */
export const authorizedAt = (charge: BankCharge, now: number): bigint =>
  charge.modifications
    .filter(({ kind }) => kind === "increment")
    .findLast((made) => modificationAt(made, now).state === "succeeded")?.amount ?? charge.amount

/** Returns true if all captures kept the rest of the hold, and it has not expired. */
const holdsRestAt = (charge: BankCharge, approvedAt: number, now: number): boolean => {
  const captures = charge.modifications.filter(
    (made) => made.kind === "capture" && modificationAt(made, now).state === "succeeded"
  )
  const captured = captures.reduce((sum, { amount }) => sum + amount, 0n)
  return (
    captures.length > 0 &&
    captures.every(({ keepsRest }) => keepsRest) &&
    captured < authorizedAt(charge, now) &&
    !holdIsOver(charge, approvedAt, now)
  )
}

const takenAt = (charge: BankCharge, now: number): bigint =>
  charge.capture ? charge.amount : sumOf(charge, "capture", "succeeded", now)

/** Computes the state of a charge at a time. */
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
    authorized: authorizedAt(charge, now),
    captured: isReturned ? 0n : takenAt(charge, now),
    refunded: sumOf(charge, "refund", "succeeded", now),
    refunding: sumOf(charge, "refund", "pending", now),
    voided: has(charge, "void", "succeeded", now) ? authorizedAt(charge, now) : 0n,
    holdsRest: holdsRestAt(charge, decision.at, now),
    isChanging: has(charge, "capture", "pending", now) || has(charge, "void", "pending", now)
  }
  return { ...standing, state: approvedState(charge, decision.at, standing, now) }
}
