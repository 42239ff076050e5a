/** The purpose of a call. `details` sends the data that a payer returned with. */
export type CallKind =
  | "charge"
  | "details"
  | "capture"
  | "void"
  | "refund"
  | "increment"
  | "lookup"
  | "other"

/** A fault of one call. */
export type Fault =
  /** The call is delayed by this time, then carried out and answered. */
  | { readonly _tag: "holds_before"; readonly ms: number }
  /** The call is carried out at once, and answered after this time. */
  | { readonly _tag: "holds_after"; readonly ms: number }
  /** The connection ends before the call is carried out. */
  | { readonly _tag: "drops_before" }
  /** The call is carried out, and the connection ends without an answer. */
  | { readonly _tag: "drops_after" }
  /** The connection is reset before the call is carried out. */
  | { readonly _tag: "resets_before" }
  /** The call is carried out, and the connection is reset without an answer. */
  | { readonly _tag: "resets_after" }
  /** A gateway answers with this status, and the call is not carried out. */
  | { readonly _tag: "fails_before"; readonly status: number }
  /** The call is carried out, and a gateway answers with this status. */
  | { readonly _tag: "fails_after"; readonly status: number }
  /** A charge takes half of the requested amount. */
  | { readonly _tag: "takes_half" }

/**
 * The name of a fault by chance. `fails_before` is a 429, `fails_after` is a 502. With another
 * status, the status is the end of the name.
 */
export type FaultName = Fault["_tag"] | "fails_before_500" | "fails_after_500"

/**
 * The probability of each fault for a call that moves money, from 0 to 1. Their sum is at most 1.
 */
export type FaultChances = { readonly [Name in FaultName]?: number }

/** The way in which all calls fail during a breakdown: without an answer, or with this status. */
export type Breakdown = "drops" | number

/** Controls the faults of a fake, for tests. */
export interface FakeFaults {
  /** Adds a fault to the next call of this kind, or to the next call that moves money. */
  readonly next: (fault: Fault, kind?: CallKind) => void
  /**
   * Adds random faults to every call that moves money from now on. Without `random`, the fake's
   * seed decides.
   */
  readonly chances: (chances: FaultChances, random?: () => number) => void
  /** Makes all calls fail until `clear`, except calls of these kinds. */
  readonly breakDown: (how: Breakdown, but?: ReadonlyArray<CallKind>) => void
  /** Removes all faults. */
  readonly clear: () => void
  /** Returns the number of calls that have met each fault by chance. */
  readonly met: () => Readonly<Partial<Record<FaultName, number>>>
}

/** Faults as the server of a fake reads them. */
export interface FaultSource extends FakeFaults {
  /** Returns the fault of a call that has just arrived, or null. */
  readonly faultOf: (kind: CallKind) => Fault | null
}

/** An increment moves none, but its outcome may be lost like theirs. */
const movesMoney: ReadonlySet<CallKind> = new Set([
  "charge",
  "capture",
  "void",
  "refund",
  "increment"
])

/** Longer than callers wait for an answer, and short enough for a long run. */
const heldMs = 400

const byChance: { readonly [Name in FaultName]: Fault } = {
  holds_before: { _tag: "holds_before", ms: heldMs },
  holds_after: { _tag: "holds_after", ms: heldMs },
  drops_before: { _tag: "drops_before" },
  drops_after: { _tag: "drops_after" },
  fails_before: { _tag: "fails_before", status: 429 },
  fails_after: { _tag: "fails_after", status: 502 },
  takes_half: { _tag: "takes_half" },
  resets_before: { _tag: "resets_before" },
  resets_after: { _tag: "resets_after" },
  fails_before_500: { _tag: "fails_before", status: 500 },
  fails_after_500: { _tag: "fails_after", status: 500 }
}

/** Creates the faults of a fake. There are none at first. */
export const fakeFaults = (seeded: () => number): FaultSource => {
  const planned: Array<{ readonly fault: Fault; readonly kind: CallKind | null }> = []
  let chances: FaultChances = {}
  let random = seeded
  let down: { readonly how: Breakdown; readonly but: ReadonlyArray<CallKind> } | null = null
  const met: Partial<Record<FaultName, number>> = {}
  const chosen = (): Fault | null => {
    let left = random()
    for (const name of Object.keys(byChance) as ReadonlyArray<FaultName>) {
      left -= chances[name] ?? 0
      if (left >= 0) continue
      met[name] = (met[name] ?? 0) + 1
      return byChance[name]
    }
    return null
  }
  return {
    next: (fault, kind) => void planned.push({ fault, kind: kind ?? null }),
    chances: (given, source = seeded) => {
      chances = given
      random = source
    },
    breakDown: (how, but = []) => {
      down = { how, but }
    },
    clear: () => {
      planned.length = 0
      chances = {}
      down = null
    },
    met: () => ({ ...met }),
    faultOf: (kind) => {
      if (down !== null && !down.but.includes(kind)) {
        const { how } = down
        return how === "drops" ? { _tag: "drops_before" } : { _tag: "fails_before", status: how }
      }
      const place = planned.findIndex((each) =>
        each.kind === null ? movesMoney.has(kind) : each.kind === kind
      )
      const [first] = place < 0 ? [] : planned.splice(place, 1)
      if (first !== undefined) return first.fault
      return movesMoney.has(kind) ? chosen() : null
    }
  }
}
