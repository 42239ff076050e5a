import { setTimeout as pause } from "node:timers/promises"

/** The number of answers between two kills. */
const answersBetweenKills = 4

/**
 * Waits for the time between two kills, which is `everyMs` on average, and for some answers. So a
 * trial makes progress, however slow the machine is.
 */
export const untilNextKill = async (everyMs: number, answers: () => number): Promise<void> => {
  const before = answers()
  await pause(everyMs * (0.5 + Math.random()))
  while (answers() < before + answersBetweenKills) await pause(20)
}
