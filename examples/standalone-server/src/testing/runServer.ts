import { type ChildProcess, type ChildProcessByStdio, spawn } from "node:child_process"
import { randomUUID } from "node:crypto"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import type { Readable } from "node:stream"
import { fileURLToPath } from "node:url"

/** A response that was read to its end. */
export interface Reply {
  readonly status: number
  readonly text: string
  readonly requestId: string | null
  readonly replayed: boolean
  readonly json: Readonly<Record<string, unknown>>
}

/** The server in a process of its own, as `npm start` starts it. */
export interface RunningServer {
  /** The printed line of JSON. */
  readonly printed: {
    readonly url: string
    readonly secret_key: string
    readonly publishable_key: string
    readonly instruments: Readonly<Record<string, string>>
  }
  /** Returns standard error so far, up to the last complete line. */
  readonly log: () => string
  readonly get: (path: string) => Promise<Reply>
  readonly post: (path: string, body?: object, key?: string) => Promise<Reply>
  /** Makes a one_off payment of 12.50 EUR with a card of the sandbox, unless the fields differ. */
  readonly pay: (card: string, fields?: object, key?: string) => Promise<Reply>
  /** Kills the server at once. */
  readonly kill: () => Promise<void>
  /** Stops the server, and returns its exit code. */
  readonly stop: () => Promise<number | null>
}

const running = new Set<ChildProcess>()
const folders: Array<string> = []

/** Creates a folder that is removed after the tests. */
export const temporaryFolder = (): string => {
  const folder = mkdtempSync(join(tmpdir(), "payloom-server-test-"))
  folders.push(folder)
  return folder
}

/** Kills every running server and removes every folder. */
export const cleanUp = (): void => {
  for (const child of running) child.kill("SIGKILL")
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true })
}

type Environment = Readonly<Record<string, string>>

/** The output and the exit of a process. */
export interface Ended {
  readonly code: number | null
  readonly stdout: string
  readonly stderr: string
}

/** The program, as `npm start` runs it. */
const main = fileURLToPath(new URL("../main.ts", import.meta.url))

const launch = (
  args: ReadonlyArray<string>,
  env: Environment,
  as: { readonly uid?: number } = {}
) => {
  const command = ["--conditions=source", main, ...args]
  return listenTo(spawn(process.execPath, command, { ...withPipes(env), ...as }))
}

/** Starts the sources in a shell that waits for them, as npm does. */
const launchAsNpm = (args: ReadonlyArray<string>) => {
  const command = [process.execPath, "--conditions=source", main, ...args]
  const quoted = command.map((word) => `'${word}'`).join(" ")
  const env = { npm_lifecycle_event: "start", NODE_OPTIONS: "" }
  return listenTo(spawn("sh", ["-c", `${quoted}; exit $?`], withPipes(env)))
}

const withPipes = (env: Environment) => ({
  env: { ...process.env, ...env },
  stdio: ["ignore", "pipe", "pipe"] as ["ignore", "pipe", "pipe"]
})

const listenTo = (child: ChildProcessByStdio<null, Readable, Readable>) => {
  running.add(child)
  const said = { stdout: "", stderr: "" }
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    said.stdout += text
  })
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    said.stderr += text
  })
  const ended = new Promise<Ended>((resolve) => {
    child.once("close", (code) => {
      running.delete(child)
      resolve({ code, ...said })
    })
  })
  return { child, said, ended }
}

/** Runs the program until it exits, as another user if one is given. */
export const runToEnd = async (
  args: ReadonlyArray<string>,
  env: Environment = {},
  as: { readonly uid?: number } = {}
): Promise<Ended> => {
  const { ended } = launch(args, env, as)
  return ended
}

/** Sends a signal to a program as soon as a condition holds. Returns its output and exit. */
export const endOnce = async (
  signal: "SIGTERM" | "SIGKILL",
  args: ReadonlyArray<string>,
  env: Environment,
  holds: () => boolean
): Promise<Ended> => {
  const { child, ended } = launch([...onAnyPort, ...args], env)
  const look = setInterval(() => {
    if (!holds()) return
    clearInterval(look)
    child.kill(signal)
  }, 1)
  return ended.finally(() => clearInterval(look))
}

const readReply = async (response: Response): Promise<Reply> => {
  const text = await response.text()
  return {
    status: response.status,
    text,
    requestId: response.headers.get("Request-Id"),
    replayed: response.headers.get("Idempotent-Replay") === "true",
    json: JSON.parse(text) as Reply["json"]
  }
}

/** Starts a server on a free port and waits for its line. */
export const runServer = async (
  args: ReadonlyArray<string>,
  env: Environment = {}
): Promise<RunningServer> => isUp(launch([...onAnyPort, ...args], env))

/** Starts a server as npm does. Stopping and killing apply to the shell around it. */
export const runServerAsNpm = (args: ReadonlyArray<string>): Promise<RunningServer> =>
  isUp(launchAsNpm([...onAnyPort, ...args]))

const onAnyPort = ["--json", "--port", "0"]

const isUp = async ({ child, said, ended }: ReturnType<typeof listenTo>) => {
  const hasPrinted = new Promise<void>((resolve) => {
    child.stdout.on("data", () => {
      if (said.stdout.includes("\n")) resolve()
    })
  })
  await Promise.race([
    hasPrinted,
    ended.then(({ code, stderr }) => {
      throw new Error(`The server exited with code ${code}: ${stderr}`)
    })
  ])
  const printed = JSON.parse(said.stdout) as RunningServer["printed"]
  const send = async (method: string, path: string, key: string | undefined, body?: object) => {
    const headers = new Headers({ Authorization: `Bearer ${printed.secret_key}` })
    if (key !== undefined) headers.set("Idempotency-Key", key)
    const sent = body === undefined ? {} : { body: JSON.stringify(body) }
    return readReply(await fetch(`${printed.url}${path}`, { method, headers, ...sent }))
  }
  const post: RunningServer["post"] = (path, body, key = randomUUID()) =>
    send("POST", path, key, body)
  const server: RunningServer = {
    printed,
    log: () => said.stderr.slice(0, said.stderr.lastIndexOf("\n") + 1),
    get: (path) => send("GET", path, undefined),
    post,
    pay: (card, fields = {}, key) =>
      post(
        "/payments",
        {
          amount: "1250",
          currency: "EUR",
          type: "one_off",
          payment_instrument: printed.instruments[card],
          ...fields
        },
        key
      ),
    kill: async () => {
      child.kill("SIGKILL")
      await ended
    },
    stop: async () => {
      child.kill("SIGTERM")
      return (await ended).code
    }
  }
  return server
}

/** Waits until a condition holds. The test's timeout ends the wait. */
export const eventually = async (holds: () => Promise<boolean>): Promise<void> => {
  while (!(await holds())) await new Promise((resolve) => setTimeout(resolve, 100))
}
