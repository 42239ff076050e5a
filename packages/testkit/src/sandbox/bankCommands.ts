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

/**
 * What the bank was told, in the order it was told: its whole state is made from these, so a
 * journal of them is all it needs. None holds a card number or a vault reference.
 */
export const BankCommand = Schema.TaggedUnion({
  Charge: {
    ...inscribed,
    reference: Schema.String,
    /** A test card's name, or what else was charged. */
    card: CardName,
    amount: Schema.BigIntFromString,
    currency: Schema.String,
    capture: Schema.Boolean,
    /** Where the bank's page sends the payer back; absent where no payer is there. */
    returnUrl: Schema.optionalKey(Schema.String),
    verdict: ChargeVerdict,
    holdMs: Schema.Number,
    /** For how long a repeated reference is the same charge. */
    dedupeMs: Schema.Number
  },
  Modify: {
    ...inscribed,
    kind: Schema.Literals(["capture", "void", "refund"]),
    reference: Schema.String,
    charge: Schema.Struct({ reference: Schema.String, providerReference: Schema.String }),
    amount: Schema.BigIntFromString,
    currency: Schema.String,
    verdict: ModificationVerdict,
    dedupeMs: Schema.Number,
    /** Made at the bank's own desk: the reference is the bank's. */
    isAtDesk: Schema.optionalKey(Schema.Boolean)
  },
  /** A modification got lost on its way; remembered, because it does so once. */
  Lose: { ...inscribed, kind: Schema.String, reference: Schema.String },
  /** The payer approved or refused a charge that waits for them; `rawCode` says how refused. */
  Answer: {
    ...inscribed,
    providerReference: Schema.String,
    rawCode: Schema.NullOr(Schema.String)
  },
  /** A payer disputes a charge, or their dispute moves on. */
  Dispute: {
    ...inscribed,
    /** The reference of the charge. */
    charge: Schema.String,
    /** The bank's own name of the dispute. */
    dispute: Schema.String,
    stage: DisputeStage,
    amount: Schema.BigIntFromString,
    /** The charge's if absent. */
    currency: Schema.optionalKey(Schema.String),
    rawReason: Schema.String,
    evidenceDueBy: Schema.NullOr(Schema.Int)
  },
  /** The bank takes back what it captured, or captures that again. */
  Return: {
    ...inscribed,
    /** The reference of the charge. */
    charge: Schema.String,
    /** Why it was taken back; null if it is captured again. */
    rawCode: Schema.NullOr(Schema.String)
  },
  /** A payer passed or failed the challenge of a 3DS session. */
  AnswerChallenge: { at: Schema.Int, reference: Schema.String, passed: Schema.Boolean },
  /** An issuer sent the holder of a test card another one, or the same with a new expiry. */
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
/** A charge, as the journal keeps it. */
export type ChargeCommand = typeof BankCommand.cases.Charge.Type
/** A test card sent out anew, as the journal keeps it: both by name. */
export type ReissueCommand = typeof BankCommand.cases.Reissue.Type
/** A dispute, or what became of it, as the journal keeps it. */
export type DisputeCommand = typeof BankCommand.cases.Dispute.Type
/** The return of a capture, as the journal keeps it. */
export type ReturnCommand = typeof BankCommand.cases.Return.Type
/** A capture, void or refund, as the journal keeps it. */
export type ModifyCommand = typeof BankCommand.cases.Modify.Type

/** A command as it comes out of a log, and whether it was this process that put it there. */
export interface LoggedCommand {
  readonly command: BankCommand
  readonly own: boolean
}

/** Where the bank's commands get their order. */
export interface CommandLog {
  /** Appends a command; answers everything since the last call, this command included. */
  readonly append: (command: BankCommand) => ReadonlyArray<LoggedCommand>
  /** Everything that came since the last call. */
  readonly catchUp: () => ReadonlyArray<LoggedCommand>
}

/** The log of a bank that one process has to itself. */
export const memoryLog: CommandLog = {
  append: (command) => [{ command, own: true }],
  catchUp: () => []
}
