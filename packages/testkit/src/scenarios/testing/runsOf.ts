/**
 * The share of a property's random cases that run: a tenth, and fewer on PostgreSQL, where a case
 * takes longer. `npm run test:full` sets it to 1.
 */
const share = Number(process.env.SCENARIO_SHARE ?? (process.env.SCENARIOS_ON ? 0.05 : 0.1))

/** Returns how many random cases of a property run, of so many in `npm run test:full`. */
export const runsOf = (full: number): number => Math.ceil(full * share)
