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
  const groups: Groups = {
    volume: new Map(),
    account: new Map(),
    declined: new Map(),
    method: new Map()
  }
  for (const [figure, amount] of sums) {
    const { list, group, kind, names } = placeOf(figure)
    if (list === null) continue
    const own = groups[list].get(group)
    if (own === undefined) groups[list].set(group, [{ kind, names, amount }])
    else own.push({ kind, names, amount })
  }
  return {
    volume: inOrder(groups.volume).map(volume),
    accounts: inOrder(groups.account).map((of) => ({
      mid: of[0]?.names[0] ?? null,
      ...attempts(of, 1)
    })),
    declines: inOrder(groups.declined).map((of) => ({
      code: of[0]?.names[0] ?? "",
      attempts: Number(total(of))
    })),
    methods: inOrder(groups.method).map(method)
  }
}

/** A figure by the parts of its name. */
interface Figure {
  readonly kind: string | null
  readonly names: ReadonlyArray<string | null>
  readonly amount: bigint
}

/** The lists of a set of figures. */
type ListName = "volume" | "account" | "declined" | "method"

/** The figures of each item of the lists, by the text of its name. */
type Groups = Readonly<Record<ListName, Map<string, Array<Figure>>>>

/** The place of a figure: its list, and the text of its item's name. The list of others is null. */
interface Place extends Omit<Figure, "amount"> {
  readonly list: ListName | null
  readonly group: string
}

/** The places of names that were read before. A year of days has each name hundreds of times. */
const known = new Map<string, Place>()
const mostKnown = 5000

const placeOf = (figure: string): Place => {
  const place = known.get(figure)
  if (place !== undefined) return place
  const read = readPlace(figure)
  if (known.size >= mostKnown) known.clear()
  known.set(figure, read)
  return read
}

const currencyKinds = ["captured", "paid", "refunded", "refunds", "recovered"]

const readPlace = (figure: string): Place => {
  const [kind = null, ...names] = partsOfKey(figure)
  const of = (list: ListName | null, item: ReadonlyArray<string | null | undefined>): Place => ({
    kind,
    names,
    list,
    group: JSON.stringify(item)
  })
  if (kind === "account") return of("account", [names[0]])
  if (kind === "declined") return of("declined", names)
  if (kind === "method") return of("method", [names[0], names[1]])
  return currencyKinds.includes(kind ?? "") ? of("volume", [names.at(-1)]) : of(null, [])
}

const ofKinds = (figures: ReadonlyArray<Figure>, kinds: ReadonlyArray<string>) =>
  figures.filter(({ kind }) => kind !== null && kinds.includes(kind))

const inOrder = (groups: Groups[ListName]): ReadonlyArray<ReadonlyArray<Figure>> =>
  [...groups].toSorted(([one], [other]) => (one < other ? -1 : 1)).map(([, group]) => group)

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
