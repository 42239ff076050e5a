import { readdirSync, readFileSync } from "node:fs"

/** Sends a signal to a process. A process that has ended is ignored. */
export const signal = (pid: number, name: NodeJS.Signals): void => {
  try {
    process.kill(pid, name)
  } catch {
    // The process has already ended.
  }
}

/** Returns a process and its children, the parent first. Needs Linux's `/proc`. */
export const familyOf = (parent: number): ReadonlyArray<number> => [
  parent,
  ...readdirSync("/proc").flatMap((entry) => (parentOf(entry) === parent ? [Number(entry)] : []))
]

/** Returns true if a process exists that isn't a zombie. */
export const isRunning = (pid: number): boolean => {
  const state = statOf(`${pid}`)?.[0]
  return state !== undefined && state !== "Z"
}

const parentOf = (pid: string): number | null => {
  const parent = /^\d+$/.test(pid) ? statOf(pid)?.[1] : undefined
  return parent === undefined ? null : Number(parent)
}

/** Returns the state, the parent and more of a process. */
const statOf = (pid: string): ReadonlyArray<string> | null => {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8")
    // The program's name may contain any character. The state and the parent follow it.
    return stat.slice(stat.lastIndexOf(")") + 2).split(" ")
  } catch {
    return null
  }
}
