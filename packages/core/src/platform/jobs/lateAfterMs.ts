import { minuteMs } from "../../kernel/primitives/durations.ts"

/**
 * The time after which due work is late, in milliseconds: a job that no process has started, or an
 * event that a consumer has not read. A running worker needs a few seconds, also after a restart.
 */
export const lateAfterMs = 5 * minuteMs
