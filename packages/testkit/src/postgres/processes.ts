import { type ChildProcess, execFileSync } from "node:child_process"
import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { afterwards } from "./afterwards.ts"

/** Stops the server and deletes its data if the process that started it ends or is killed. */
export const guard = (server: number, data: string, isKept: boolean): (() => void) => {
  const runs = `kill -0 "$0" && test -e "$1/postmaster.pid"`
  const how = isKept ? "INT" : "QUIT"
  const last = isKept ? "" : `; rm -rf "$1"`
  const ending = `kill -${how} "$0"; while ${runs}; do sleep 0.1; done${last}`
  const shell = afterwards(ending, [`${server}`, data])
  return () => shell.kill("SIGKILL")
}

/** Waits until no server uses a data folder. Rejects if one is still running after ten seconds. */
export const unused = async (data: string): Promise<void> => {
  const giveUpAt = performance.now() + shutdownMs
  while (isRunning(postmasterOf(data))) {
    if (performance.now() > giveUpAt) {
      throw new Error(`Another PostgreSQL server uses the folder ${data}. Stop that server first.`)
    }
    await new Promise((next) => setTimeout(next, 50))
  }
}

const shutdownMs = 10_000

/** Returns the number of the server's process, or NaN. */
const postmasterOf = (data: string): number => {
  try {
    return Number.parseInt(readFileSync(join(data, "postmaster.pid"), "utf8"), 10)
  } catch {
    return Number.NaN
  }
}

/** Resolves when the server accepts connections. Rejects if it ends first. */
export const ready = (server: ChildProcess): Promise<void> =>
  new Promise((resolve, reject) => {
    let said = ""
    server.once("exit", () => reject(new Error(`PostgreSQL did not start: ${said}`)))
    server.stderr?.on("data", (chunk) => {
      said = `${said}${chunk}`.slice(-4000)
      if (/ready to accept (read-only )?connections/.test(said)) resolve()
    })
  })

/** Kills a process. A process that has ended is ignored. */
export const killed = (pid: number): void => {
  try {
    process.kill(pid, "SIGKILL")
  } catch {
    // The server has already ended.
  }
}

/** Returns true for a process that has not ended. A zombie has ended and keeps only its number. */
export const isRunning = (pid: number): boolean => {
  if (process.platform === "linux") return ![undefined, "Z", "X"].includes(statOf(`${pid}`)?.[0])
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

/** Returns the child processes of a process. */
export const childrenOf = (parent: number): ReadonlyArray<number> =>
  process.platform === "linux"
    ? readdirSync("/proc").flatMap((entry) => (parentOf(entry) === parent ? [Number(entry)] : []))
    : execFileSync("ps", ["-A", "-o", "pid=,ppid="], { encoding: "utf8" })
        .split("\n")
        .map((line) => line.trim().split(/\s+/).map(Number))
        .flatMap(([pid = 0, of]) => (of === parent ? [pid] : []))

const parentOf = (pid: string): number | null => {
  const parent = /^\d+$/.test(pid) ? statOf(pid)?.[1] : undefined
  return parent === undefined ? null : Number(parent)
}

/** Returns the state and the parent of a process, and more. */
const statOf = (pid: string): ReadonlyArray<string> | null => {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8")
    // The program's name may contain any character.
    return stat.slice(stat.lastIndexOf(")") + 2).split(" ")
  } catch {
    return null
  }
}
