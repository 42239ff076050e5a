import { type ChildProcess, spawn } from "node:child_process"
import { once } from "node:events"
import { closeSync, openSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { setTimeout as pause } from "node:timers/promises"
import { userOfCluster } from "./programs.ts"

/** A program that runs until it is stopped. */
export interface Daemon {
  readonly name: string
  /** The number of its process. Null if it doesn't run. */
  readonly pid: () => number | null
  /** Starts it, if it doesn't run. */
  readonly start: () => void
  /** Sends a signal. Resolves when the process has ended. */
  readonly end: (signal: NodeJS.Signals, patienceMs?: number) => Promise<void>
}

/** The program, and the folder for its log and the file with its process's number. */
export interface DaemonSetup {
  readonly name: string
  readonly command: string
  readonly args: ReadonlyArray<string>
  readonly folder: string
  readonly env?: Readonly<Record<string, string>>
}

const usualPatienceMs = 20_000

/** Prepares a program to run as an unprivileged user. Its output is in `<name>.log`. */
export const daemon = ({ name, command, args, folder, env }: DaemonSetup): Daemon => {
  let running: ChildProcess | null = null
  const pid = () => (isOver(running) ? null : (running?.pid ?? null))
  return {
    name,
    pid,
    start: () => {
      if (pid() !== null) return
      const log = openSync(join(folder, `${name}.log`), "a")
      running = spawn(command, args, {
        ...userOfCluster(),
        cwd: folder,
        env: { PATH: process.env.PATH, LC_ALL: "C.UTF-8", ...env },
        // The interrupt key of a terminal must not reach it.
        detached: true,
        stdio: ["ignore", log, log]
      })
      running.on("error", () => undefined)
      closeSync(log)
      writeFileSync(join(folder, `${name}.pid`), `${running.pid ?? ""}\n`)
    },
    end: async (signal, patienceMs = usualPatienceMs) => {
      const ending = running
      if (ending === null || isOver(ending)) return
      const ended = once(ending, "exit")
      ending.kill(signal)
      const timer = new AbortController()
      const late = pause(patienceMs, "late", { signal: timer.signal, ref: false })
      if ((await Promise.race([ended, late.catch(() => null)])) === "late") {
        ending.kill("SIGKILL")
        await ended
      }
      timer.abort()
    }
  }
}

const isOver = (process: ChildProcess | null): boolean =>
  process === null || process.exitCode !== null || process.signalCode !== null
