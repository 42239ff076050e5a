export const dayMs = 86_400_000

/** The answers of the merchant accounts, in order, to a charge of a card with this behavior. */
const answers = {
  approved: ["approved"],
  insufficient_funds: ["soft"],
  lost_card: ["hard"],
  network_never: ["hard"],
  cascade: ["soft", "approved"],
  cascade_exhausted: ["soft", "soft", "soft"],
  issuer_unavailable: ["technical", "technical", "technical"]
} as const

export type ModelConduct = keyof typeof answers
type Outcome = (typeof answers)[ModelConduct][number]

export const conducts = Object.keys(answers) as ReadonlyArray<ModelConduct>

/** A saved card, with the times of its declines. */
export interface ModelCard {
  readonly declines: Array<number>
  conduct: ModelConduct
}

const mostDeclines = 15
const countedMs = 30 * dayMs

/** Returns the attempts that the schemes still allow: at most 15 declines in 30 days. */
export const triesLeft = ({ declines }: ModelCard, now: number): number =>
  mostDeclines - declines.filter((at) => at >= now - countedMs).length

/**
 * Returns the outcome of a charge. A charge by the customer is sent regardless of earlier
 * declines.
 */
export const tried = (card: ModelCard, now: number, by: "customer" | "merchant"): Outcome => {
  const most = by === "customer" ? Number.POSITIVE_INFINITY : triesLeft(card, now)
  let outcome: Outcome = "soft"
  for (const answer of answers[card.conduct].slice(0, Math.max(most, 0))) {
    outcome = answer
    if (answer === "soft" || answer === "hard") card.declines.push(now)
  }
  return outcome
}
