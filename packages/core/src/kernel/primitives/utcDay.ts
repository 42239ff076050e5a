import type { Millis } from "./Timestamp.ts"

const dayLength = "2026-11-26".length

/** Returns the day of a time in UTC, such as `2026-11-26`. */
export const utcDay = (time: Millis): string => new Date(time).toISOString().slice(0, dayLength)
