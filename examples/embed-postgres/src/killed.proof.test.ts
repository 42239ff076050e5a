import { type ChildProcess, spawn } from "node:child_process"
import { once } from "node:events"
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { confirmSession } from "@payloom/example-kit/testing/confirmSession"
import { temporaryFolder } from "@payloom/example-kit/testing/temporaryFolder"
import { sandbox } from "@payloom/testkit"
import { hasPostgres, startPostgres } from "@payloom/testkit/postgres"
import pg from "pg"
import { expect, it } from "vitest"

const start = async (args: ReadonlyArray<string>) => {
  const main = fileURLToPath(new URL("./main.ts", import.meta.url))
  const child: ChildProcess = spawn(
    process.execPath,
    ["--conditions=source", main, "--port", "0", ...args],
    { stdio: ["ignore", "pipe", "inherit"] }
  )
  const [said] = await once(child.stdout ?? child, "data")
  return { child, url: /http:\S+/.exec(String(said))?.[0] ?? "" }
}

/** Orders and pays. Ignores errors, because the server may die meanwhile. */
const buy = async (url: string, ciphertext: string): Promise<void> => {
  const placed = await fetch(`${url}/prints/heron/orders`, { method: "POST" })
  const attribute = (text: string, name: string) =>
    new RegExp(`${name}="([^"]+)"`).exec(text)?.[1] ?? ""
  const text = await placed.text()
  await confirmSession(
    {
      api: `${url}/payloom`,
      publishableKey: attribute(text, "publishable-key"),
      sessionToken: attribute(text, "session-token")
    },
    ciphertext
  )
}

it.skipIf(!hasPostgres)(
  "a shop that is killed repeatedly numbers each paid order once and without gaps",
  async () => {
    const server = await startPostgres()
    const { folder, remove } = temporaryFolder()
    const args = ["--database", server.address, "--folder", folder]
    const pool = new pg.Pool({ connectionString: server.address, max: 1 })
    pool.on("error", () => undefined) // the server stops before its connections
    const rows = async (sql: string) => (await pool.query(sql)).rows
    const numbers = async () =>
      (await rows("SELECT number FROM shop.orders WHERE number IS NOT NULL ORDER BY number")).map(
        ({ number }) => number
      )
    const paid = async () =>
      Number(
        (await rows("SELECT count(*) FROM payloom.payments WHERE by_status = 'succeeded'"))[0].count
      )
    try {
      for (let kill = 0; kill < 2; kill++) {
        const { child, url } = await start(args)
        const secret = readFileSync(join(folder, "payloom.secret"), "utf8").trim()
        const ciphertext = await sandbox({ secret }).encryptCard("approved")
        const before = await paid()
        const buying = [1, 2, 3, 4].map(async () => {
          while (child.exitCode === null && child.signalCode === null) {
            await buy(url, ciphertext).catch(() => undefined)
          }
        })
        while ((await paid()) < before + 5) await new Promise((next) => setTimeout(next, 20))
        const ended = once(child, "exit")
        child.kill("SIGKILL")
        await ended
        await Promise.all(buying)
      }
      const { child } = await start(args)
      await expect.poll(async () => (await numbers()).length - (await paid())).toBe(0)
      const all = await numbers()
      expect(all.length).toBeGreaterThan(8)
      expect(all).toEqual(all.map((_, nth) => nth + 1))
      const [{ sold }] = await rows("SELECT sold FROM shop.prints WHERE id = 'heron'")
      expect(sold).toBe(all.length)
      child.kill("SIGTERM")
      await once(child, "exit")
    } finally {
      await pool.end()
      await server.stop()
      remove()
    }
  }
)
