import { type ChildProcess, spawn } from "node:child_process"
import { randomUUID } from "node:crypto"
import { once } from "node:events"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"

/** The standalone server of `npm start`, with a clock that the pictures set. */
export interface PictureServer {
  readonly url: string
  readonly secretKey: string
  readonly publishableKey: string
  readonly database: string
  /** Ids of saved test cards, by their names in docs/reference/test-cards.md. */
  readonly instruments: Readonly<Record<string, string>>
  /** Calls the merchant API. Throws unless the call succeeds. */
  readonly post: (path: string, body: object) => Promise<Readonly<Record<string, unknown>>>
  /** Sets the server's clock, which never goes back. Milliseconds since the epoch. */
  readonly setTime: (moment: number) => Promise<void>
  /** Ends the server, and removes its database. */
  readonly close: () => Promise<void>
}

const main = fileURLToPath(
  new URL("../../../../examples/standalone-server/src/main.ts", import.meta.url)
)
const fixedTime = new URL("./fixedTime.ts", import.meta.url).href

/** Starts a server on a free port, with an empty database, at the given time. */
export const openServer = async (moment: number): Promise<PictureServer> => {
  const folder = mkdtempSync(join(tmpdir(), "payloom-pictures-"))
  const database = join(folder, "payloom.db")
  const given = ["--json", "--port", "0", "--database", database]
  const child = spawn(
    process.execPath,
    ["--conditions=source", `--import=${fixedTime}`, main, ...given],
    {
      stdio: ["ignore", "pipe", "pipe", "ipc"],
      env: { ...process.env, PICTURE_MOMENT: String(moment) }
    }
  )
  const close = async () => {
    if (child.exitCode === null && child.kill("SIGKILL")) await once(child, "close")
    rmSync(folder, { recursive: true, force: true })
  }
  try {
    const line = await firstLine(child)
    const { url, secret_key, publishable_key, instruments } = JSON.parse(line)
    return {
      ...{ url, database, instruments, close },
      secretKey: secret_key,
      publishableKey: publishable_key,
      post: (path, body) => post(`${url}${path}`, secret_key, body),
      setTime: (to) => setTime(child, to)
    }
  } catch (error) {
    await close()
    throw error
  }
}

const setTime = async (child: ChildProcess, moment: number): Promise<void> => {
  const there = once(child, "message")
  child.send({ moment })
  await there
}

const firstLine = (child: ChildProcess): Promise<string> =>
  new Promise((resolve, reject) => {
    let [printed, log] = ["", ""]
    child.stdout?.setEncoding("utf8").on("data", (text: string) => {
      printed += text
      if (printed.includes("\n")) resolve(printed)
    })
    child.stderr?.setEncoding("utf8").on("data", (text: string) => {
      log += text
    })
    child.once("close", (code) => reject(new Error(`The server ended with ${code}.\n${log}`)))
  })

const post: (address: string, key: string, body: object) => ReturnType<PictureServer["post"]> =
  async (address, key, body) => {
    const response = await fetch(address, {
      method: "POST",
      headers: { Authorization: `Bearer ${key}`, "Idempotency-Key": randomUUID() },
      body: JSON.stringify(body)
    })
    if (!response.ok) throw new Error(`${address}: ${response.status} ${await response.text()}`)
    return (await response.json()) as Readonly<Record<string, unknown>>
  }
