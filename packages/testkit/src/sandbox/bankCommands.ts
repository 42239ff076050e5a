import { DisputeStage } from "@payloom/core"
import { Schema } from "effect"
import { CardName } from "./cardConduct.ts"
import { ChargeVerdict, ModificationVerdict } from "./conduct.ts"

const inscribed = {
  /** Milliseconds since the epoch. */
  at: Schema.Int,
  /** The merchant account's credentials. */
  account: Schema.String
}

/** Parts of a charge for other accounts. */
const Splits = Schema.Array(
  Schema.Struct({ account: Schema.String, amount: Schema.BigIntFromString })
)

/**
 * The commands of the bank, in order. Its whole state is built from them, so a journal of commands
 * is all it needs. No command contains a card number or a vault reference.
 */
export const BankCommand = Schema.TaggedUnion({
  Charge: {
    ...inscribed,
    reference: Schema.String,
    /** The ids of the engine's rows. Absent if the request had none. */
    origin: Schema.optionalKey(Schema.String),
    /** The name of a test card or another source. */
    card: CardName,
    amount: Schema.BigIntFromString,
    currency: Schema.String,
    capture: Schema.Boolean,
    /** The URL to which the bank's page returns the payer. Absent if no payer is present. */
    returnUrl: Schema.optionalKey(Schema.String),
    verdict: ChargeVerdict,
    holdMs: Schema.Number,
    /** The parts that the bank pays to other accounts. */
    splits: Schema.optionalKey(Splits),
    /** The most that may be captured in all. Absent if that is the held amount. */
    capturableUpTo: Schema.optionalKey(Schema.BigIntFromString),
    /** True if the account to debit is saved, to be charged again. */
    savesMethod: Schema.optionalKey(Schema.Boolean),
    /** The time in which a repeated reference is the same charge. */
    dedupeMs: Schema.Number
  },
  Modify: {
    ...inscribed,
    kind: Schema.Literals(["capture", "void", "refund", "increment"]),
    reference: Schema.String,
    charge: Schema.Struct({ reference: Schema.String, providerReference: Schema.String }),
    amount: Schema.BigIntFromString,
    currency: Schema.String,
    verdict: ModificationVerdict,
    dedupeMs: Schema.Number,
    /** True for a refund of which the accounts of the parts pay their share. */
    reversesSplits: Schema.optionalKey(Schema.Boolean),
    /** The parts that a refund takes back. */
    splits: Schema.optionalKey(Splits),
    /** True for a capture that keeps the rest of the hold. */
    keepsRest: Schema.optionalKey(Schema.Boolean),
    /** True if it was made at the bank's own desk. Then the reference is the bank's own. */
    isAtDesk: Schema.optionalKey(Schema.Boolean)
  },
  /**
   * A modification was lost on its way to the bank. It is recorded, because it is lost only once.
   */
  Lose: { ...inscribed, kind: Schema.String, reference: Schema.String },
  /** The payer approved or refused a charge. `rawCode` is the code of the refusal. */
  Answer: {
    ...inscribed,
    providerReference: Schema.String,
    rawCode: Schema.NullOr(Schema.String)
  },
  /** A payer disputes a charge, or a dispute changes its stage. */
  Dispute: {
    ...inscribed,
    /** The reference of the charge. */
    charge: Schema.String,
    /** The bank's reference of the dispute. */
    dispute: Schema.String,
    stage: DisputeStage,
    amount: Schema.BigIntFromString,
    /** The charge's currency if absent. */
    currency: Schema.optionalKey(Schema.String),
    rawReason: Schema.String,
    evidenceDueBy: Schema.NullOr(Schema.Int)
  },
  /** A merchant's evidence against a dispute. */
  Evidence: {
    ...inscribed,
    /** The bank's reference of the dispute. */
    dispute: Schema.String,
    /** A hash of the evidence. The same evidence is taken once. */
    digest: Schema.String,
    /** True if the bank forwards it. Then the stage is `representment_submitted`. */
    isFinal: Schema.Boolean
  },
  /** The bank takes back the captures of a charge, or captures the amount again. */
  Return: {
    ...inscribed,
    /** The reference of the charge. */
    charge: Schema.String,
    /** The reference of the only capture that it takes back. Absent if it takes back all. */
    capture: Schema.optionalKey(Schema.String),
    /** The code of the return, or null if the amount is captured again. */
    rawCode: Schema.NullOr(Schema.String)
  },
  /** A payer passed or failed the challenge of a 3DS session. */
  AnswerChallenge: { at: Schema.Int, reference: Schema.String, passed: Schema.Boolean },
  /** An issuer sent the holder of a test card a new card, or the same card with a new expiry. */
  Reissue: {
    at: Schema.Int,
    card: Schema.String,
    becomes: Schema.Struct({
      card: Schema.String,
      expMonth: Schema.Int,
      expYear: Schema.Int
    })
  }
})
export type BankCommand = typeof BankCommand.Type
/** A charge in the journal. */
export type ChargeCommand = typeof BankCommand.cases.Charge.Type
/** A reissued test card in the journal. Both cards are recorded by name. */
export type ReissueCommand = typeof BankCommand.cases.Reissue.Type
/** A step of a dispute in the journal. */
export type DisputeCommand = typeof BankCommand.cases.Dispute.Type
/** A merchant's evidence in the journal. */
export type EvidenceCommand = typeof BankCommand.cases.Evidence.Type
/** The return of a capture in the journal. */
export type ReturnCommand = typeof BankCommand.cases.Return.Type
/** A capture, void or refund in the journal. */
export type ModifyCommand = typeof BankCommand.cases.Modify.Type

/** A command from a log, and whether this process appended it. */
export interface LoggedCommand {
  readonly command: BankCommand
  readonly own: boolean
}

/** The log that gives the bank's commands their order. */
export interface CommandLog {
  /** Appends a command. Returns all commands since the last call, with this one. */
  readonly append: (command: BankCommand) => ReadonlyArray<LoggedCommand>
  /** Returns all commands since the last call. */
  readonly catchUp: () => ReadonlyArray<LoggedCommand>
}

/** The log of a bank that only one process uses. */
export const memoryLog: CommandLog = {
  append: (command) => [{ command, own: true }],
  catchUp: () => []
}
