import { spawn } from "node:child_process"
import { once } from "node:events"
import { fileURLToPath } from "node:url"

/**
 * The port of the bank (0 for any free port), and the file for charges that outlive the process.
 */
export interface BankStart {
  readonly port?: number
  readonly journal?: string
}

/** A bank that runs in a process of its own. */
export interface RunningBank {
  readonly url: string
  readonly port: number
  /** Kills the process at once. */
  readonly kill: () => Promise<void>
}

const program = fileURLToPath(new URL("./bank/main.ts", import.meta.url))

/** Starts the bank. It ends with this process at the latest. */
export const startBank = async ({ port = 0, journal }: BankStart = {}): Promise<RunningBank> => {
  const bank = spawn(
    process.execPath,
    [program, "--port", `${port}`, ...(journal === undefined ? [] : ["--journal", journal])],
    { stdio: ["ignore", "ignore", "inherit", "ipc"] }
  )
  const ended = once(bank, "exit")
  const [url] = await Promise.race([
    once(bank, "message"),
    ended.then(([code]) => Promise.reject(new Error(`The bank exited with code ${code}.`)))
  ])
  return {
    url,
    port: Number(new URL(url).port),
    kill: async () => {
      bank.kill("SIGKILL")
      await ended
    }
  }
}
