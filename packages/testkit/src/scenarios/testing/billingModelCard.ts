export const dayMs = 86_400_000

/** What each merchant account in turn says to a charge of a card that behaves so. */
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

/** A saved card, with the moments at which tries were declined because of it. */
export interface ModelCard {
  readonly declines: Array<number>
  conduct: ModelConduct
}

const mostDeclines = 15
const countedMs = 30 * dayMs

/** How many tries the schemes leave to the merchant: 15 declined ones in 30 days are the most. */
export const triesLeft = ({ declines }: ModelCard, now: number): number =>
  mostDeclines - declines.filter((at) => at >= now - countedMs).length

/** How a charge ends; one that the customer makes is sent whatever was declined before. */
export const tried = (card: ModelCard, now: number, by: "customer" | "merchant"): Outcome => {
  const most = by === "customer" ? Number.POSITIVE_INFINITY : triesLeft(card, now)
  let outcome: Outcome = "soft"
  for (const answer of answers[card.conduct].slice(0, Math.max(most, 0))) {
    outcome = answer
    if (answer === "soft" || answer === "hard") card.declines.push(now)
  }
  return outcome
}
