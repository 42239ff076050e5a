import { partsOfKey } from "./joinedParts.ts"
import type { RecoveredBy } from "./ReportedPayment.ts"

/** The volume in one currency. Amounts are in minor units. */
export interface VolumeFigures {
  readonly currency: string
  readonly captured: bigint
  /** The number of payments with a captured amount. */
  readonly payments: number
  readonly refunded: bigint
  readonly refunds: number
  /** The part of `captured` of payments that succeeded on an account after another had declined. */
  readonly recoveredByCascade: bigint
  /** The part of `captured` that pays billing cycles whose first charge had been declined. */
  readonly recoveredByDunning: bigint
}

/** The attempts by their outcome. */
export interface AttemptFigures {
  readonly approved: number
  readonly declined: number
  /** Attempts that failed without a fault of the payment method. No rate counts them. */
  readonly blameless: number
  /** Attempts without a result yet. No rate counts them. */
  readonly open: number
  /** Approved attempts as a part of the approved and declined ones, from 0 to 1. Null if none. */
  readonly approvalRate: number | null
}

/** The attempts of one merchant account. */
export interface AccountFigures extends AttemptFigures {
  /** The id of the account. Null for attempts for which no account was available. */
  readonly mid: string | null
}

/** The attempts of one payment method and brand. */
export interface MethodFigures extends AttemptFigures {
  readonly method: string | null
  readonly brand: string | null
  /** The captured amounts in minor units, by currency. */
  readonly captured: ReadonlyArray<{ readonly currency: string; readonly amount: bigint }>
}

/** The declined attempts with one reason. */
export interface DeclineFigures {
  readonly code: string
  readonly attempts: number
}

/** Figures of some time. Each list is in the order of its names. */
export interface FigureSet {
  readonly volume: ReadonlyArray<VolumeFigures>
  readonly accounts: ReadonlyArray<AccountFigures>
  readonly declines: ReadonlyArray<DeclineFigures>
  readonly methods: ReadonlyArray<MethodFigures>
}

/** An amount by the name of its figure. */
export interface NamedAmount {
  readonly figure: string
  readonly amount: bigint
}

/** Returns the figures of some amounts. Amounts of one name are added up. */
export const figureSet = (amounts: ReadonlyArray<NamedAmount>): FigureSet => {
  const sums = new Map<string, bigint>()
  for (const { figure, amount } of amounts) sums.set(figure, (sums.get(figure) ?? 0n) + amount)
  const figures = [...sums].map(([figure, amount]): Figure => {
    const [kind = null, ...names] = knownParts(figure)
    return { kind, names, amount }
  })
  return {
    volume: grouped(ofKinds(figures, currencyKinds), (figure) => [currencyOf(figure)]).map(volume),
    accounts: grouped(ofKinds(figures, ["account"]), ({ names: [mid] }) => [mid]).map((of) => ({
      mid: of[0]?.names[0] ?? null,
      ...attempts(of, 1)
    })),
    declines: grouped(ofKinds(figures, ["declined"]), ({ names }) => names).map((of) => ({
      code: of[0]?.names[0] ?? "",
      attempts: Number(total(of))
    })),
    methods: grouped(ofKinds(figures, ["method"]), ({ names: [name, brand] }) => [name, brand]).map(
      method
    )
  }
}

/** A figure by the parts of its name. */
interface Figure {
  readonly kind: string | null
  readonly names: ReadonlyArray<string | null>
  readonly amount: bigint
}

/** The parts of names that were read before. A year of days has each name hundreds of times. */
const known = new Map<string, ReadonlyArray<string | null>>()
const mostKnown = 5000

const knownParts = (figure: string): ReadonlyArray<string | null> => {
  const parts = known.get(figure) ?? partsOfKey(figure)
  if (known.size >= mostKnown) known.clear()
  known.set(figure, parts)
  return parts
}

const currencyKinds = ["captured", "paid", "refunded", "refunds", "recovered"]

const ofKinds = (figures: ReadonlyArray<Figure>, kinds: ReadonlyArray<string>) =>
  figures.filter(({ kind }) => kind !== null && kinds.includes(kind))

const currencyOf = ({ names }: Figure) => names.at(-1)

const grouped = (
  figures: ReadonlyArray<Figure>,
  by: (figure: Figure) => ReadonlyArray<string | null | undefined>
): ReadonlyArray<ReadonlyArray<Figure>> =>
  [...Map.groupBy(figures, (figure) => JSON.stringify(by(figure)))]
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([, group]) => group)

const total = (figures: ReadonlyArray<Figure>): bigint =>
  figures.reduce((sum, { amount }) => sum + amount, 0n)

const volume = (figures: ReadonlyArray<Figure>): VolumeFigures => {
  const of = (kind: string) => total(ofKinds(figures, [kind]))
  const recovered = (by: RecoveredBy) =>
    total(ofKinds(figures, ["recovered"]).filter(({ names }) => names[0] === by))
  return {
    currency: figures[0]?.names.at(-1) ?? "",
    captured: of("captured"),
    payments: Number(of("paid")),
    refunded: of("refunded"),
    refunds: Number(of("refunds")),
    recoveredByCascade: recovered("cascade"),
    recoveredByDunning: recovered("dunning")
  }
}

/** Returns the attempts of figures whose names have the outcome at a place. */
const attempts = (figures: ReadonlyArray<Figure>, place: number): AttemptFigures => {
  const of = (outcome: string) =>
    Number(total(figures.filter(({ names }) => names[place] === outcome)))
  const [approved, declined] = [of("approved"), of("declined")]
  return {
    approved,
    declined,
    blameless: of("blameless"),
    open: of("open"),
    approvalRate: approved + declined === 0 ? null : approved / (approved + declined)
  }
}

const method = (figures: ReadonlyArray<Figure>): MethodFigures => ({
  method: figures[0]?.names[0] ?? null,
  brand: figures[0]?.names[1] ?? null,
  ...attempts(figures, 2),
  captured: figures
    .filter(({ names }) => names[2] === "captured")
    .map(({ names, amount }) => ({ currency: names[3] ?? "", amount }))
    .toSorted((one, other) => (one.currency < other.currency ? -1 : 1))
})
