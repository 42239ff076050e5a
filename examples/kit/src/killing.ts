import type { ChildProcess } from "node:child_process"

/** The number of kills and the time between them. */
export interface KillingOptions {
  readonly kills: number
  /** The average time between two kills, in milliseconds of real time. */
  readonly killEveryMs: number
}

/** Kills processes while they work. */
export interface Killing {
  /** Starts to kill. A second call changes nothing. */
  readonly start: () => void
  /** Returns the number of killed processes so far. */
  readonly kills: () => number
  readonly stop: () => void
}

/** Kills random processes, one after the other. */
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
