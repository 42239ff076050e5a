import { dayMs } from "./durations.ts"
import type { Millis } from "./Timestamp.ts"

/** Returns the next midnight in UTC. */
export const nextMidnight = (now: Millis): Millis => (Math.floor(now / dayMs) + 1) * dayMs
