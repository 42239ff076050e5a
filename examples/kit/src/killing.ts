import type { ChildProcess } from "node:child_process"

/** How many processes are killed, and how often. */
export interface KillingOptions {
  readonly kills: number
  /** About how long it is, in milliseconds of real time, from one kill to the next. */
  readonly killEveryMs: number
}

/** Kills processes while they work. */
export interface Killing {
  /** Kills from now on; told again, it goes on as it does. */
  readonly start: () => void
  /** How many were killed so far. */
  readonly kills: () => number
  readonly stop: () => void
}

/** Kills one after the other, whichever chance picks of those that can be killed then. */
export const killing = (
  { kills, killEveryMs }: KillingOptions,
  victims: () => ReadonlyArray<ChildProcess>
): Killing => {
  let killed = 0
  let timer: NodeJS.Timeout | undefined
  const killSoon = () => {
    if (killed >= kills) return
    timer = setTimeout(
      () => {
        const all = victims()
        const victim = all[Math.floor(Math.random() * all.length)]
        if (victim?.kill("SIGKILL") === true) killed += 1
        killSoon()
      },
      killEveryMs * (0.5 + Math.random())
    )
  }
  return {
    start: () => {
      if (timer === undefined) killSoon()
    },
    kills: () => killed,
    stop: () => clearTimeout(timer)
  }
}
