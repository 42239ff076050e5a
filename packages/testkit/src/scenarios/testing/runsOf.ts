/** A run takes longer on PostgreSQL than in memory: there are fewer, unless SCENARIO_SHARE=1. */
const share = Number(process.env.SCENARIO_SHARE ?? (process.env.SCENARIOS_ON ? 0.05 : 1))

/** How many runs of a property there are, of so many in memory. */
export const runsOf = (usual: number): number => Math.ceil(usual * share)
