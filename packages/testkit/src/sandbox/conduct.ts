import {
  type ChargeLookup,
  type ChargeOutcome,
  type ModificationOutcome,
  NetworkAdvice
} from "@payloom/core"
import { Schema } from "effect"

/** What the bank decides on a charge that reaches it. */
export const ChargeVerdict = Schema.TaggedUnion({
  /** Approves `surplus` minor units more than was asked; a lookup finds it only later. */
  Approve: { surplus: Schema.BigIntFromString, appearsAfterMs: Schema.Int },
  Decline: { rawCode: Schema.String, networkAdvice: Schema.optionalKey(NetworkAdvice) },
  /** Waits for the payer: at the bank's page, as instructed, or asked by the bank's script. */
  AskPayer: {
    instructions: Schema.optionalKey(Schema.Boolean),
    script: Schema.optionalKey(Schema.Boolean)
  },
  /** Decides later: approves, or declines with a raw code. */
  Settle: { afterMs: Schema.Int, declines: Schema.NullOr(Schema.String) }
})
export type ChargeVerdict = typeof ChargeVerdict.Type

/** What the bank decides on a capture, void or refund that its rules allow. */
export const ModificationVerdict = Schema.TaggedUnion({
  /** Carries it out; takes it back so many milliseconds later, or never. */
  CarryOut: { reversesAfterMs: Schema.NullOr(Schema.Int) },
  Refuse: { rawCode: Schema.String },
  /** Finds that the hold has expired, whatever its time. */
  ExpireHold: {},
  /** Decides later: carries it out, or refuses with a raw code. */
  Settle: { afterMs: Schema.Int, fails: Schema.NullOr(Schema.String) }
})
export type ModificationVerdict = typeof ModificationVerdict.Type

/** How the answer comes back to the caller. */
export type Line =
  | { readonly _tag: "Answers"; readonly afterMs: number }
  /** It never comes: the caller's timeout ends the call. */
  | { readonly _tag: "Hangs" }
  /** The call throws: a defect, as from a broken connection. */
  | { readonly _tag: "Breaks" }

/** What a call meets on its way to the bank, there, and on its way back. */
type Conduct<Verdict, Outcome> =
  | { readonly _tag: "Reaches"; readonly verdict: Verdict; readonly line: Line }
  /** The bank never hears of it, and the caller can't know that; `once` for each reference. */
  | { readonly _tag: "Lost"; readonly line: Line; readonly once: boolean }
  /** The bank never hears of it, and the caller is told so. */
  | { readonly _tag: "NotSent"; readonly reason: string }
  /** An answer out of thin air: the bank never hears of the call. */
  | { readonly _tag: "Says"; readonly outcome: Outcome }

/** How a scripted charge goes. */
export type ChargeConduct = Conduct<ChargeVerdict, ChargeOutcome>
/** How a scripted capture, void or refund goes. */
export type ModificationConduct = Conduct<ModificationVerdict, ModificationOutcome>

/** What a question meets. */
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
 * The charges a script can ask for.
 *
 * @example
 * ```ts
 * script.charge(chargeThat.isDeclined("nsf"))
 * script.charge(chargeThat.hangsAfterCharging(), { account: sandboxAccounts.primary })
 * ```
 */
export const chargeThat = {
  isApproved: (): ChargeConduct => reaches(approve, atOnce),
  /** Approved, for so many minor units more than was asked. */
  isApprovedWithSurplus: (surplus: bigint): ChargeConduct =>
    reaches({ ...approve, surplus }, atOnce),
  /** Declined with one of the sandbox's own codes, or any other. */
  isDeclined: (rawCode: string, networkAdvice?: NetworkAdvice): ChargeConduct =>
    reaches(
      { _tag: "Decline", rawCode, ...(networkAdvice === undefined ? {} : { networkAdvice }) },
      atOnce
    ),
  /** Answers RequiresAction: the payer is to go to the bank's page. */
  asksThePayer: (): ChargeConduct => reaches({ _tag: "AskPayer" }, atOnce),
  /** Answers RequiresAction: the payer is to pay by themselves, under a reference. */
  givesInstructions: (): ChargeConduct => reaches({ _tag: "AskPayer", instructions: true }, atOnce),
  /** Answers RequiresAction: the bank's script is to ask the payer, on their page. */
  asksByScript: (): ChargeConduct => reaches({ _tag: "AskPayer", script: true }, atOnce),
  /** Answers Pending; approved after that time, or declined where a raw code is given. */
  settles: (afterMs: number, declines: string | null = null): ChargeConduct =>
    reaches({ _tag: "Settle", afterMs, declines }, atOnce),
  /** Approved at once at the bank; the answer takes that long. */
  answersAfter: (afterMs: number): ChargeConduct => reaches(approve, { _tag: "Answers", afterMs }),
  /** Answers NotSent: the bank never hears of it. */
  isNotSent: (): ChargeConduct => notSent,
  /** Never answers, and nothing was charged. */
  hangs: (): ChargeConduct => lost(hangs),
  /** Never answers, and the card was charged. */
  hangsAfterCharging: (): ChargeConduct => reaches(approve, hangs),
  /** Throws, and nothing was charged. */
  throws: (): ChargeConduct => lost(breaks),
  /** Throws, and the card was charged: the lost answer. */
  throwsAfterCharging: (): ChargeConduct => reaches(approve, breaks),
  /** Throws; the charge can't be found until that time has passed. */
  appearsLate: (appearsAfterMs: number): ChargeConduct =>
    reaches({ ...approve, appearsAfterMs }, breaks),
  /** Answers this, true or not: the bank never hears of the charge. */
  says: (outcome: ChargeOutcome): ChargeConduct => ({ _tag: "Says", outcome })
}

const carryOut: ModificationVerdict = { _tag: "CarryOut", reversesAfterMs: null }

/**
 * The captures, voids and refunds a script can ask for. The bank's own rules come first: what they
 * forbid fails, whatever the script says.
 *
 * @example
 * ```ts
 * script.refund(modificationThat.settles(10_000))
 * ```
 */
export const modificationThat = {
  succeeds: (): ModificationConduct => reaches(carryOut, atOnce),
  /** Succeeds, and is reversed that many milliseconds later. */
  isReversedAfter: (reversesAfterMs: number): ModificationConduct =>
    reaches({ _tag: "CarryOut", reversesAfterMs }, atOnce),
  fails: (rawCode: string): ModificationConduct => reaches({ _tag: "Refuse", rawCode }, atOnce),
  /** Answers HoldExpired; for a capture or a void. */
  findsTheHoldExpired: (): ModificationConduct => reaches({ _tag: "ExpireHold" }, atOnce),
  /** Answers Pending; succeeds after that time, or fails where a raw code is given. */
  settles: (afterMs: number, fails: string | null = null): ModificationConduct =>
    reaches({ _tag: "Settle", afterMs, fails }, atOnce),
  /** Carried out at once at the bank; the answer takes that long. */
  answersAfter: (afterMs: number): ModificationConduct =>
    reaches(carryOut, { _tag: "Answers", afterMs }),
  /** Answers NotSent: the bank never hears of it. */
  isNotSent: (): ModificationConduct => notSent,
  /** Never answers, and nothing was done. */
  hangs: (): ModificationConduct => lost(hangs),
  /** As `hangs`, the first time a reference is sent; sent again, it succeeds. */
  hangsOnce: (): ModificationConduct => lost(hangs, true),
  /** Never answers, and was carried out. */
  hangsAfterwards: (): ModificationConduct => reaches(carryOut, hangs),
  /** Throws, and nothing was done. */
  throws: (): ModificationConduct => lost(breaks),
  /** Throws, and was carried out: the lost answer. */
  throwsAfterwards: (): ModificationConduct => reaches(carryOut, breaks),
  /** Answers this, true or not: the bank never hears of it. */
  says: (outcome: ModificationOutcome): ModificationConduct => ({ _tag: "Says", outcome })
}

/**
 * The lookups a script can ask for.
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
  /** Answers Absent, whatever the bank knows: a replica that lags behind. */
  findsNothing: (): LookupConduct => ({ _tag: "Says", answer: { _tag: "Absent" } }),
  /** Never answers. */
  hangs: (): LookupConduct => ({ _tag: "Lost", line: hangs }),
  throws: (): LookupConduct => ({ _tag: "Lost", line: breaks })
}
