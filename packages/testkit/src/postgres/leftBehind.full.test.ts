import { spawn } from "node:child_process"
import { once } from "node:events"
import { existsSync } from "node:fs"
import pg from "pg"
import { expect, it } from "vitest"
import { hasPostgres } from "./postgresServer.ts"

const starting = JSON.stringify(import.meta.resolve("./postgresServer.ts"))
const script = `
  const { startPostgres } = await import(${starting})
  console.log((await startPostgres()).address)
  setInterval(() => undefined, 1000)
`

const dataOf = async (address: string): Promise<string> => {
  const client = new pg.Client({ connectionString: address })
  await client.connect()
  const { rows } = await client.query("SHOW data_directory")
  await client.end()
  return rows[0].data_directory
}

it.skipIf(!hasPostgres).each(["SIGKILL", "SIGTERM"] as const)(
  "a server stops after a %s of the process that started it, and leaves nothing behind",
  async (signal) => {
    const args = ["--conditions=source", "--input-type=module", "-e", script]
    const owner = spawn(process.execPath, args, { stdio: ["ignore", "pipe", "inherit"] })
    const [address] = await once(owner.stdout, "data")
    const server = String(address).trim()
    const data = await dataOf(server)
    owner.kill(signal)
    await expect.poll(() => existsSync(data)).toBe(false)
    await expect(dataOf(server)).rejects.toThrow("ECONNREFUSED")
  }
)
