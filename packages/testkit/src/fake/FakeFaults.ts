/** What a call is for; `details` is what a payer brought back. */
export type CallKind = "charge" | "details" | "capture" | "void" | "refund" | "lookup" | "other"

/** What goes wrong with one call. */
export type Fault =
  /** It is carried out, and answered, so much later. */
  | { readonly _tag: "holds_before"; readonly ms: number }
  /** It is carried out at once, and answered so much later. */
  | { readonly _tag: "holds_after"; readonly ms: number }
  /** The connection ends before anything is carried out. */
  | { readonly _tag: "drops_before" }
  /** It is carried out, and the connection ends without an answer. */
  | { readonly _tag: "drops_after" }
  /** It is answered with that status by a gateway, and not carried out. */
  | { readonly _tag: "fails_before"; readonly status: number }
  /** It is carried out, and answered with that status by a gateway. */
  | { readonly _tag: "fails_after"; readonly status: number }
  /** A charge takes half of what is asked. */
  | { readonly _tag: "takes_half" }

/** How likely each is of a call that moves money, from 0 to 1; all of them together at most 1. */
export type FaultChances = { readonly [Tag in Fault["_tag"]]?: number }

/** How all calls end until it is over: without an answer, or with that status. */
export type Breakdown = "drops" | number

/** What goes wrong, as tests want it. */
export interface FakeFaults {
  /** With the next call of that kind, or the next that moves money. */
  readonly next: (fault: Fault, kind?: CallKind) => void
  /** With every call that moves money, by chance from now on; by the fake's seed unless told. */
  readonly chances: (chances: FaultChances, random?: () => number) => void
  /** With all calls until `clear`, but for those of these kinds. */
  readonly breakDown: (how: Breakdown, but?: ReadonlyArray<CallKind>) => void
  /** Nothing goes wrong any more. */
  readonly clear: () => void
}

/** The same, as a fake's server asks it. */
export interface FaultSource extends FakeFaults {
  /** What goes wrong with a call that has just come; null for nothing. */
  readonly faultOf: (kind: CallKind) => Fault | null
}

const movesMoney: ReadonlySet<CallKind> = new Set(["charge", "capture", "void", "refund"])

/** Long enough for whoever waits to give up, and short enough for a long run. */
const heldMs = 400

const byChance: { readonly [Tag in Fault["_tag"]]: Fault } = {
  holds_before: { _tag: "holds_before", ms: heldMs },
  holds_after: { _tag: "holds_after", ms: heldMs },
  drops_before: { _tag: "drops_before" },
  drops_after: { _tag: "drops_after" },
  fails_before: { _tag: "fails_before", status: 429 },
  fails_after: { _tag: "fails_after", status: 502 },
  takes_half: { _tag: "takes_half" }
}

/** The faults of a fake: nothing goes wrong at first. */
export const fakeFaults = (seeded: () => number): FaultSource => {
  const planned: Array<{ readonly fault: Fault; readonly kind: CallKind | null }> = []
  let chances: FaultChances = {}
  let random = seeded
  let down: { readonly how: Breakdown; readonly but: ReadonlyArray<CallKind> } | null = null
  const chosen = (): Fault | null => {
    let left = random()
    for (const fault of Object.values(byChance)) {
      left -= chances[fault._tag] ?? 0
      if (left < 0) return fault
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
