/**
 * What an endpoint does with what it is sent. `takes` answers at once, `is_slow` after two seconds,
 * and all others are ways of not taking it.
 */
export type Conduct = "takes" | "is_slow" | "fails" | "hangs" | "redirects" | "is_gone" | "is_away"

/** From when to when an endpoint doesn't take what it is sent: shares of all events. */
export interface Stretch {
  readonly conduct: Exclude<Conduct, "takes" | "is_slow">
  readonly from: number
  readonly to: number
}

/** The endpoints by their names, each with its bad stretch; `steady` has none. */
export const endpoints: Readonly<Record<string, Stretch | null>> = {
  steady: null,
  failing: { conduct: "fails", from: 0.1, to: 0.25 },
  hanging: { conduct: "hangs", from: 0.15, to: 0.4 },
  redirecting: { conduct: "redirects", from: 0.3, to: 0.45 },
  away: { conduct: "is_away", from: 0.4, to: 0.55 },
  gone: { conduct: "is_gone", from: 0.5, to: 0.7 }
}

/** What an endpoint does once so much of all has happened. */
export const conductAt = (stretch: Stretch | null, share: number): Conduct =>
  stretch !== null && share >= stretch.from && share < stretch.to ? stretch.conduct : "takes"
