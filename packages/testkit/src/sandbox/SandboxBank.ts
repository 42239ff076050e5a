import { Clock, Effect } from "effect"
import { BankBooks } from "./BankBooks.ts"
import {
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

/** A charge as the bank sees it now; amounts in minor units, net of what was taken back. */
export interface BankChargeView {
  /** The merchant account's credentials. */
  readonly account: string
  /** The caller's reference: the attempt id. */
  readonly reference: string
  readonly providerReference: string
  /** A test card's name, an alternative method's, or `unlisted` or `wallet`. Never a number. */
  readonly card: CardName
  readonly amount: bigint
  readonly currency: string
  readonly state: ChargeState
  /** Where a payer who is asked goes back to; null where no payer is there. */
  readonly returnUrl: string | null
  readonly rawCode: string | null
  readonly captured: bigint
  readonly refunded: bigint
  readonly voided: bigint
}

/** A capture, void or refund as the bank sees it now. */
export interface BankModificationView {
  readonly kind: ModificationKind
  readonly account: string
  /** The caller's reference: the capture, void or refund id. */
  readonly reference: string
  readonly providerReference: string
  /** The reference of its charge. */
  readonly charge: string
  readonly amount: bigint
  readonly currency: string
  readonly state: ModificationState
  readonly rawCode: string | null
}

/** Sums over all charges of a currency, in minor units. */
export interface BankTotals {
  /** Everything ever approved. */
  readonly authorized: bigint
  readonly captured: bigint
  /** What went back to cards, less what was reversed. */
  readonly refunded: bigint
  readonly voided: bigint
}

/** Something that really happened more than once under one reference. */
export interface Doubled {
  readonly kind: "charge" | ModificationKind
  readonly account: string
  readonly reference: string
  readonly times: number
}

/**
 * The far side's memory, for tests to look into: what really happened, whatever the provider
 * answered. Its time is Effect's Clock.
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
  /** By currency. */
  readonly totals: () => Effect.Effect<Readonly<Record<string, BankTotals>>>
  /** How often a reference was really charged, over all accounts; declines don't count. */
  readonly timesCharged: (reference: string) => Effect.Effect<number>
  /** Every reference that was charged, captured, voided or refunded more than once. */
  readonly doubled: () => Effect.Effect<ReadonlyArray<Doubled>>
  /** The payer does, or refuses, what a charge in `requires_action` waits for. */
  readonly payerAnswers: (reference: string, approves: boolean) => Effect.Effect<void>
}

/** The bank as its own providers reach it. */
export interface BankDesk extends SandboxBank {
  readonly submitCharge: (command: ChargeCommand) => Effect.Effect<{
    readonly charge: BankCharge
    readonly isRepeat: boolean
    /** Whether a lookup finds it already. */
    readonly appears: boolean
  }>
  readonly submitModification: (
    command: ModifyCommand
  ) => Effect.Effect<{ readonly modification: BankModification; readonly isRepeat: boolean }>
  readonly submit: (command: BankCommand) => Effect.Effect<void>
  /** What the bank holds now, and its time. */
  readonly books: Effect.Effect<{ readonly books: BankBooks; readonly now: number }>
}

/** The state of a charge that a lookup may tell, undefined before it appears. */
export const visibleStanding = (charge: BankCharge, now: number): ChargeStanding | undefined =>
  now < charge.appearsAt ? undefined : standingAt(charge, now)

const chargeView = (charge: BankCharge, now: number): BankChargeView => {
  const { state, rawCode, captured, refunded, voided } = standingAt(charge, now)
  const { account, reference, providerReference, card, amount, currency, returnUrl } = charge
  return {
    account,
    reference,
    providerReference,
    card,
    amount,
    currency,
    state,
    returnUrl,
    rawCode,
    captured,
    refunded,
    voided
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

/** How often things were really done: what a test asserts. */
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

/** A bank whose books are made from a log: in memory, or a journal. */
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

  const books = Effect.map(Clock.currentTimeMillis, (time) => {
    for (const { command } of log.catchUp()) state.apply(command)
    return { books: state, now: state.timeAt(time) }
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
    submit: (command) => Effect.sync(() => void enter(command)),
    submitCharge: Effect.fnUntraced(function* (command) {
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
