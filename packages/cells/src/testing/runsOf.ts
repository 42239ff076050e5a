/**
 * The share of a property's random cases that run: one in twenty. `npm run test:full` runs three in
 * twenty.
 */
const share = Number(process.env.SCENARIO_SHARE ?? 0.05)

/** Returns how many random cases of a property run, of so many in all. */
export const runsOf = (full: number): number => Math.ceil(full * share)
