import {
  type ChargeLookup,
  type ChargeOutcome,
  type ModificationOutcome,
  NetworkAdvice
} from "@payloom/core"
import { Schema } from "effect"

/** The bank's decision on a charge that reaches it. */
export const ChargeVerdict = Schema.TaggedUnion({
  /**
   * Approves `surplus` minor units more than requested, or less if it is negative. A lookup finds
   * the charge only after `appearsAfterMs`.
   */
  Approve: { surplus: Schema.BigIntFromString, appearsAfterMs: Schema.Int },
  Decline: { rawCode: Schema.String, networkAdvice: Schema.optionalKey(NetworkAdvice) },
  /** Waits for the payer: on the bank's page, with instructions, or through the bank's script. */
  AskPayer: {
    instructions: Schema.optionalKey(Schema.Boolean),
    script: Schema.optionalKey(Schema.Boolean)
  },
  /** Decides later: approves, or declines with a raw code. */
  Settle: { afterMs: Schema.Int, declines: Schema.NullOr(Schema.String) }
})
export type ChargeVerdict = typeof ChargeVerdict.Type

/** The bank's decision on a capture, void or refund that its rules allow. */
export const ModificationVerdict = Schema.TaggedUnion({
  /** Carries it out. If set, reverses it after this many milliseconds. */
  CarryOut: { reversesAfterMs: Schema.NullOr(Schema.Int) },
  Refuse: { rawCode: Schema.String },
  /** Answers that the hold has expired, whatever its time. */
  ExpireHold: {},
  /** Decides later: carries it out, or fails with a raw code. */
  Settle: { afterMs: Schema.Int, fails: Schema.NullOr(Schema.String) }
})
export type ModificationVerdict = typeof ModificationVerdict.Type

/** The way in which an answer reaches the caller. */
export type Line =
  | { readonly _tag: "Answers"; readonly afterMs: number }
  /** The answer never comes. The caller's timeout ends the call. */
  | { readonly _tag: "Hangs" }
  /** The call throws a defect, as with a broken connection. */
  | { readonly _tag: "Breaks" }

/** The behavior of a call on its way to the bank, at the bank, and on its way back. */
type Conduct<Verdict, Outcome> =
  | { readonly _tag: "Reaches"; readonly verdict: Verdict; readonly line: Line }
  /**
   * The call doesn't reach the bank, and the caller can't know it. With `once`, only the first
   * call of a reference is lost.
   */
  | { readonly _tag: "Lost"; readonly line: Line; readonly once: boolean }
  /** The call doesn't reach the bank, and the caller knows it. */
  | { readonly _tag: "NotSent"; readonly reason: string }
  /** An invented answer. The call doesn't reach the bank. */
  | { readonly _tag: "Says"; readonly outcome: Outcome }

/** The behavior of a scripted charge. */
export type ChargeConduct = Conduct<ChargeVerdict, ChargeOutcome>
/** The behavior of a scripted capture, void or refund. */
export type ModificationConduct = Conduct<ModificationVerdict, ModificationOutcome>

/** The behavior of a scripted lookup. */
export type LookupConduct =
  | { readonly _tag: "Says"; readonly answer: Exclude<ChargeLookup, { readonly _tag: "Found" }> }
  | { readonly _tag: "Lost"; readonly line: Line }

const atOnce: Line = { _tag: "Answers", afterMs: 0 }
const hangs: Line = { _tag: "Hangs" }
const breaks: Line = { _tag: "Breaks" }

const reaches = <Verdict>(verdict: Verdict, line: Line) =>
  ({ _tag: "Reaches", verdict, line }) as const

const lost = (line: Line, once = false) => ({ _tag: "Lost", line, once }) as const

const notSent = { _tag: "NotSent", reason: "connection refused" } as const

const approve: typeof ChargeVerdict.cases.Approve.Type = {
  _tag: "Approve",
  surplus: 0n,
  appearsAfterMs: 0
}

/**
 * The behaviors of charges for a script.
 *
 * @example
 * ```ts
 * script.charge(chargeThat.isDeclined("nsf"))
 * script.charge(chargeThat.hangsAfterCharging(), { account: sandboxAccounts.primary })
 * ```
 */
export const chargeThat = {
  isApproved: (): ChargeConduct => reaches(approve, atOnce),
  /** Approved for this many minor units more than requested, or less if it is negative. */
  isApprovedWithSurplus: (surplus: bigint): ChargeConduct =>
    reaches({ ...approve, surplus }, atOnce),
  /** Declined with one of the sandbox's own codes, or any other code. */
  isDeclined: (rawCode: string, networkAdvice?: NetworkAdvice): ChargeConduct =>
    reaches(
      { _tag: "Decline", rawCode, ...(networkAdvice === undefined ? {} : { networkAdvice }) },
      atOnce
    ),
  /** Answers RequiresAction: the payer must go to the bank's page. */
  asksThePayer: (): ChargeConduct => reaches({ _tag: "AskPayer" }, atOnce),
  /** Answers RequiresAction: the payer gets instructions with a payment reference. */
  givesInstructions: (): ChargeConduct => reaches({ _tag: "AskPayer", instructions: true }, atOnce),
  /** Answers RequiresAction: the bank's script must ask the payer on the merchant's page. */
  asksByScript: (): ChargeConduct => reaches({ _tag: "AskPayer", script: true }, atOnce),
  /** Answers Pending. After this time it is approved, or declined if a raw code is given. */
  settles: (afterMs: number, declines: string | null = null): ChargeConduct =>
    reaches({ _tag: "Settle", afterMs, declines }, atOnce),
  /** Approved at the bank at once. The answer takes this long. */
  answersAfter: (afterMs: number): ChargeConduct => reaches(approve, { _tag: "Answers", afterMs }),
  /** Answers NotSent. The charge doesn't reach the bank. */
  isNotSent: (): ChargeConduct => notSent,
  /** Never answers, and nothing is charged. */
  hangs: (): ChargeConduct => lost(hangs),
  /** Never answers, and the card is charged. */
  hangsAfterCharging: (): ChargeConduct => reaches(approve, hangs),
  /** Throws, and nothing is charged. */
  throws: (): ChargeConduct => lost(breaks),
  /**
   * Throws, and the card is charged. The answer is lost. `surplus` is as in
   * `isApprovedWithSurplus`.
   */
  throwsAfterCharging: (surplus = 0n): ChargeConduct => reaches({ ...approve, surplus }, breaks),
  /** Throws. The charge can't be found until this time has passed. */
  appearsLate: (appearsAfterMs: number): ChargeConduct =>
    reaches({ ...approve, appearsAfterMs }, breaks),
  /** Answers this outcome, true or not. The charge doesn't reach the bank. */
  says: (outcome: ChargeOutcome): ChargeConduct => ({ _tag: "Says", outcome })
}

const carryOut: ModificationVerdict = { _tag: "CarryOut", reversesAfterMs: null }

/**
 * The behaviors of captures, voids and refunds for a script. The bank's own rules come first. If
 * they forbid a modification, it fails whatever the script says.
 *
 * @example
 * ```ts
 * script.refund(modificationThat.settles(10_000))
 * ```
 */
export const modificationThat = {
  succeeds: (): ModificationConduct => reaches(carryOut, atOnce),
  /** Succeeds, and is reversed after this many milliseconds. */
  isReversedAfter: (reversesAfterMs: number): ModificationConduct =>
    reaches({ _tag: "CarryOut", reversesAfterMs }, atOnce),
  fails: (rawCode: string): ModificationConduct => reaches({ _tag: "Refuse", rawCode }, atOnce),
  /** Answers HoldExpired. For a capture or a void. */
  findsTheHoldExpired: (): ModificationConduct => reaches({ _tag: "ExpireHold" }, atOnce),
  /** Answers Pending. After this time it succeeds, or fails if a raw code is given. */
  settles: (afterMs: number, fails: string | null = null): ModificationConduct =>
    reaches({ _tag: "Settle", afterMs, fails }, atOnce),
  /** Carried out at the bank at once. The answer takes this long. */
  answersAfter: (afterMs: number): ModificationConduct =>
    reaches(carryOut, { _tag: "Answers", afterMs }),
  /** Answers NotSent. The call doesn't reach the bank. */
  isNotSent: (): ModificationConduct => notSent,
  /** Never answers, and nothing is done. */
  hangs: (): ModificationConduct => lost(hangs),
  /** Like `hangs` for the first call of a reference. If it is sent again, it succeeds. */
  hangsOnce: (): ModificationConduct => lost(hangs, true),
  /** Never answers, and is carried out. */
  hangsAfterwards: (): ModificationConduct => reaches(carryOut, hangs),
  /** Throws, and nothing is done. */
  throws: (): ModificationConduct => lost(breaks),
  /** Throws, and is carried out. The answer is lost. */
  throwsAfterwards: (): ModificationConduct => reaches(carryOut, breaks),
  /** Answers this outcome, true or not. The call doesn't reach the bank. */
  says: (outcome: ModificationOutcome): ModificationConduct => ({ _tag: "Says", outcome })
}

/**
 * The behaviors of lookups for a script.
 *
 * @example
 * ```ts
 * script.lookup(lookupThat.isUnavailable(), { times: 3 })
 * ```
 */
export const lookupThat = {
  isUnavailable: (reason = "service unavailable"): LookupConduct => ({
    _tag: "Says",
    answer: { _tag: "Unavailable", reason }
  }),
  /** Answers Absent, whatever the bank knows, like a lagging replica. */
  findsNothing: (): LookupConduct => ({ _tag: "Says", answer: { _tag: "Absent" } }),
  /** Never answers. */
  hangs: (): LookupConduct => ({ _tag: "Lost", line: hangs }),
  throws: (): LookupConduct => ({ _tag: "Lost", line: breaks })
}
