import { Effect } from "effect"
import { BankBooks } from "./BankBooks.ts"
import {
  authorizedAt,
  type BankCharge,
  type BankModification,
  type ChargeStanding,
  type ChargeState,
  type ModificationState,
  modificationAt,
  standingAt
} from "./bankCharge.ts"
import type { BankCommand, ChargeCommand, CommandLog, ModifyCommand } from "./bankCommands.ts"
import type { CardName, ModificationKind } from "./cardConduct.ts"
import { sandboxTime } from "./sandboxTime.ts"

/**
 * The present state of a charge at the bank. Amounts are in minor units, less what the bank took
 * back.
 */
export interface BankChargeView {
  /** The merchant account's credentials. */
  readonly account: string
  /** The caller's reference: the attempt id. */
  readonly reference: string
  readonly providerReference: string
  /**
   * The name of the test card or alternative method, or `unlisted` or `wallet`. Never a number.
   */
  readonly card: CardName
  readonly amount: bigint
  readonly currency: string
  readonly state: ChargeState
  /** The URL to which the payer returns, or null if no payer is present. */
  readonly returnUrl: string | null
  readonly rawCode: string | null
  readonly captured: bigint
  readonly refunded: bigint
  readonly voided: bigint
  /** The parts that the bank pays to other accounts. */
  readonly splits: BankCharge["splits"]
}

/** The present state of a capture, void or refund at the bank. */
export interface BankModificationView {
  readonly kind: ModificationKind
  readonly account: string
  /** The caller's reference: the id of the capture, void or refund. */
  readonly reference: string
  readonly providerReference: string
  /** The reference of its charge. */
  readonly charge: string
  readonly amount: bigint
  readonly currency: string
  readonly state: ModificationState
  readonly rawCode: string | null
  /** True for a refund of which the accounts of the parts pay their share. */
  readonly reversesSplits: boolean
  /** The parts that a refund takes back. An amount may be zero. */
  readonly splits: BankModification["splits"]
}

/** Sums over all charges of a currency, in minor units. */
export interface BankTotals {
  /** All approved amounts. */
  readonly authorized: bigint
  readonly captured: bigint
  /** The refunded amounts, less reversed refunds. */
  readonly refunded: bigint
  readonly voided: bigint
}

/** A charge or modification that was made more than once under one reference. */
export interface Doubled {
  readonly kind: "charge" | ModificationKind
  readonly account: string
  readonly reference: string
  readonly times: number
}

/**
 * The records of the sandbox's bank, for tests. They show what really happened, whatever the
 * provider answered. The bank has the time of Effect's Clock, or of the engine if a test runs an
 * effect without a clock.
 *
 * @example
 * ```ts
 * expect(yield* bank.doubled()).toEqual([])
 * expect((yield* bank.totals()).USD?.captured).toBe(1250n)
 * ```
 */
export interface SandboxBank {
  readonly charges: () => Effect.Effect<ReadonlyArray<BankChargeView>>
  readonly modifications: () => Effect.Effect<ReadonlyArray<BankModificationView>>
  /** Returns the totals by currency. */
  readonly totals: () => Effect.Effect<Readonly<Record<string, BankTotals>>>
  /** Returns how often a reference was charged, over all accounts. Declines don't count. */
  readonly timesCharged: (reference: string) => Effect.Effect<number>
  /** Returns every reference that was charged, captured, voided or refunded more than once. */
  readonly doubled: () => Effect.Effect<ReadonlyArray<Doubled>>
  /** Returns how often evidence against a dispute was submitted, by the bank's reference. */
  readonly timesSubmitted: (dispute: string) => Effect.Effect<number>
  /** Makes the payer approve or refuse a charge in `requires_action`. */
  readonly payerAnswers: (reference: string, approves: boolean) => Effect.Effect<void>
}

/** The bank with the calls of the sandbox's own providers. */
export interface BankDesk extends SandboxBank {
  readonly submitCharge: (command: ChargeCommand) => Effect.Effect<{
    readonly charge: BankCharge
    readonly isRepeat: boolean
    /** True if a lookup already finds the charge. */
    readonly appears: boolean
  }>
  readonly submitModification: (
    command: ModifyCommand
  ) => Effect.Effect<{ readonly modification: BankModification; readonly isRepeat: boolean }>
  readonly submit: (command: BankCommand) => Effect.Effect<void>
  /** The books of the bank and the present time. */
  readonly books: Effect.Effect<{ readonly books: BankBooks; readonly now: number }>
}

/** Returns the state of a charge for lookups, or undefined before it can be found. */
export const visibleStanding = (charge: BankCharge, now: number): ChargeStanding | undefined =>
  now < charge.appearsAt ? undefined : standingAt(charge, now)

const chargeView = (charge: BankCharge, now: number): BankChargeView => {
  const { state, rawCode, captured, refunded, voided } = standingAt(charge, now)
  const { account, reference, providerReference, card, currency, returnUrl } = charge
  return {
    account,
    reference,
    providerReference,
    card,
    amount: authorizedAt(charge, now),
    currency,
    state,
    returnUrl,
    rawCode,
    captured,
    refunded,
    voided,
    splits: charge.splits
  }
}

const modificationView = (made: BankModification, now: number): BankModificationView => {
  const { kind, account, reference, providerReference, charge, amount, currency } = made
  return {
    kind,
    account,
    reference,
    providerReference,
    charge,
    amount,
    currency,
    reversesSplits: made.reversesSplits,
    splits: made.splits,
    ...modificationAt(made, now)
  }
}

const totalsOf = (charges: ReadonlyArray<BankCharge>, now: number) => {
  const totals: Record<string, BankTotals> = {}
  for (const charge of charges) {
    const standing = standingAt(charge, now)
    const sum = totals[charge.currency]
    totals[charge.currency] = {
      authorized: (sum?.authorized ?? 0n) + standing.authorized,
      captured: (sum?.captured ?? 0n) + standing.captured,
      refunded: (sum?.refunded ?? 0n) + standing.refunded,
      voided: (sum?.voided ?? 0n) + standing.voided
    }
  }
  return totals
}

const countsAsCharged = ({ state }: { readonly state: ChargeState }): boolean =>
  state !== "declined" && state !== "requires_action"

const countsAsDone = ({ state }: { readonly state: ModificationState }): boolean =>
  state === "pending" || state === "succeeded" || state === "reversed"

const doubledOf = (deeds: ReadonlyArray<Omit<Doubled, "times">>): ReadonlyArray<Doubled> => {
  const groups = Object.groupBy(deeds, ({ kind, account, reference }) =>
    [kind, account, reference].join("\n")
  )
  return Object.values(groups).flatMap(([deed, ...others] = []) =>
    deed === undefined || others.length === 0
      ? []
      : [
          {
            kind: deed.kind,
            account: deed.account,
            reference: deed.reference,
            times: 1 + others.length
          }
        ]
  )
}

/** Counts charges and modifications, for tests. */
const countsOf = (
  desk: Pick<BankDesk, "charges" | "modifications">
): Pick<BankDesk, "timesCharged" | "doubled"> => ({
  timesCharged: Effect.fnUntraced(function* (reference) {
    const all = yield* desk.charges()
    const own = all.filter((charge) => charge.reference === reference)
    return own.filter(countsAsCharged).length
  }),
  doubled: Effect.fnUntraced(function* () {
    const charged = (yield* desk.charges()).filter(countsAsCharged)
    const done = (yield* desk.modifications()).filter(countsAsDone)
    return doubledOf([
      ...charged.map((charge) => ({ kind: "charge" as const, ...charge })),
      ...done
    ])
  })
})

/** Creates a bank whose books are built from a log, in memory or in a journal. */
export const sandboxBank = (log: CommandLog): BankDesk => {
  const state = new BankBooks()

  const enter = (command: BankCommand): boolean => {
    let isRepeat = false
    for (const logged of log.append(command)) {
      const entered = state.apply(logged.command)
      if (logged.own) isRepeat = entered.isRepeat
    }
    return isRepeat
  }

  const time = sandboxTime()

  const books = Effect.map(time, (now) => {
    for (const { command } of log.catchUp()) state.apply(command)
    return { books: state, now: state.timeAt(now) }
  })

  const charges = Effect.fnUntraced(function* () {
    const { now } = yield* books
    return state.charges().map((charge) => chargeView(charge, now))
  })

  const modifications = Effect.fnUntraced(function* () {
    const { now } = yield* books
    return state.modifications().map((made) => modificationView(made, now))
  })

  return {
    books,
    charges,
    modifications,
    ...countsOf({ charges, modifications }),
    timesSubmitted: (dispute) =>
      Effect.map(books, () => state.disputeBooks.timesSubmitted(dispute)),
    submit: (command) => Effect.sync(() => void enter(command)),
    submitCharge: Effect.fnUntraced(function* (command) {
      yield* time
      const isRepeat = enter(command)
      const charge = state.charge(command.account, command.reference)
      if (charge === undefined) return yield* Effect.die("the charge is not in the books")
      return { charge, isRepeat, appears: charge.appearsAt <= state.timeAt(command.at) }
    }),
    submitModification: Effect.fnUntraced(function* (command) {
      const isRepeat = enter(command)
      const made = state.modification(command.account, command.kind, command.reference)
      if (made === undefined) return yield* Effect.die("the modification is not in the books")
      return { modification: made, isRepeat }
    }),
    totals: Effect.fnUntraced(function* () {
      const { now } = yield* books
      return totalsOf(state.charges(), now)
    }),
    payerAnswers: Effect.fnUntraced(function* (reference, approves) {
      const { now } = yield* books
      for (const charge of state.charges().filter((made) => made.reference === reference)) {
        enter({
          _tag: "Answer",
          at: now,
          account: charge.account,
          providerReference: charge.providerReference,
          rawCode: approves ? null : "sca_failed"
        })
      }
    })
  }
}
