/**
 * A run takes longer on PostgreSQL than in memory, so there are fewer, unless SCENARIO_SHARE=1.
 */
const share = Number(process.env.SCENARIO_SHARE ?? (process.env.SCENARIOS_ON ? 0.05 : 1))

/** Returns the number of runs of a property, from its number in memory. */
export const runsOf = (usual: number): number => Math.ceil(usual * share)
