import { type ChildProcess, fork } from "node:child_process"
import { once } from "node:events"
import type { Answer, Places, Request } from "./shared/serve.ts"

/** The way to start the program of a rival. */
export interface Program {
  readonly script: string
  readonly execArgv: ReadonlyArray<string>
  /** The program to execute instead of Node, and the arguments after the places. */
  readonly execPath?: string
  readonly args?: ReadonlyArray<string>
}

/** A program sends nothing to its product's makers. */
const withoutTelemetry = { MEDUSA_DISABLE_TELEMETRY: "true", VENDURE_DISABLE_TELEMETRY: "true" }

/** A request without its number. */
export type Asked = Request extends infer R ? (R extends Request ? Omit<R, "id"> : never) : never

/** A process that runs the program of a rival. */
export class RivalProcess {
  readonly #child: ChildProcess
  readonly #ended: Promise<unknown>
  readonly #open = new Map<number, (answer: Answer | null) => void>()
  #next = 0

  private constructor(child: ChildProcess) {
    this.#child = child
    this.#ended = once(child, "exit").then(() => {
      for (const settle of this.#open.values()) settle(null)
    })
    child.on("message", (answer: Answer) => {
      if ("id" in answer) this.#open.get(answer.id)?.(answer)
    })
  }

  /** Starts the program. Rejects if it ends before it is ready. */
  static async start(program: Program, places: Places): Promise<RivalProcess> {
    const { script, execPath = process.execPath, execArgv, args = [] } = program
    const child = fork(script, [JSON.stringify(places), ...args], {
      execPath,
      execArgv: [...execArgv],
      env: { ...process.env, NODE_ENV: "production", ...withoutTelemetry },
      stdio: ["ignore", "ignore", "inherit", "ipc"]
    })
    const made = new RivalProcess(child)
    const isReady = await Promise.race([
      once(child, "message").then(() => true),
      made.#ended.then(() => false)
    ])
    if (!isReady) throw new Error(`${script} ended before it was ready.`)
    return made
  }

  /** Sends a request. Rejects if it fails, or if the process ends first. */
  async ask(request: Asked): Promise<unknown> {
    const id = this.#next++
    const answered = new Promise<Answer | null>((resolve) => void this.#open.set(id, resolve))
    if (!this.#child.connected) throw new Error("The process has ended.")
    this.#child.send({ ...request, id }, () => undefined)
    const answer = await answered
    this.#open.delete(id)
    if (answer === null) throw new Error("The process has ended.")
    if ("error" in answer) throw new Error(answer.error)
    return "result" in answer ? answer.result : null
  }

  /** Kills the process. */
  async kill(): Promise<void> {
    this.#child.kill("SIGKILL")
    await this.#ended
  }
}
