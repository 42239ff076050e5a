/**
 * The behavior of an endpoint. `takes` accepts at once, and `is_slow` after two seconds. All others
 * are failures.
 */
export type Conduct = "takes" | "is_slow" | "fails" | "hangs" | "redirects" | "is_gone" | "is_away"

/** A failure of an endpoint, from one share of all events to another. */
export interface Stretch {
  readonly conduct: Exclude<Conduct, "takes" | "is_slow">
  readonly from: number
  readonly to: number
}

/** The endpoints by name, each with its failure. `steady` has none. */
export const endpoints: Readonly<Record<string, Stretch | null>> = {
  steady: null,
  failing: { conduct: "fails", from: 0.1, to: 0.25 },
  hanging: { conduct: "hangs", from: 0.15, to: 0.4 },
  redirecting: { conduct: "redirects", from: 0.3, to: 0.45 },
  away: { conduct: "is_away", from: 0.4, to: 0.55 },
  gone: { conduct: "is_gone", from: 0.5, to: 0.7 }
}

/** Returns an endpoint's behavior after this share of all events. */
export const conductAt = (stretch: Stretch | null, share: number): Conduct =>
  stretch !== null && share >= stretch.from && share < stretch.to ? stretch.conduct : "takes"
