import { execFileSync } from "node:child_process"
import { chownSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { StorageUnavailable } from "@payloom/core"
import { hasPostgres, type PostgresServer, startPostgres } from "@payloom/testkit/postgres"
import { afterAll, describe, expect, it, onTestFinished } from "vitest"
import { hasNote, openClient, openNotes, pause, startWriters, writeNote } from "./testing/notes.ts"

const on = hasPostgres ? "" : " (PostgreSQL is not installed here)"

/** Mounts a small file system. Null if mounting is not allowed here. */
const mountSmall = (): string | null => {
  const folder = mkdtempSync("/tmp/payloom-small-disk-")
  try {
    const options = ["-t", "tmpfs", "-o", "size=24m,mode=0777", "tmpfs", folder]
    execFileSync("mount", options, { stdio: "ignore" })
    return folder
  } catch {
    rmSync(folder, { recursive: true })
    return null
  }
}

const small = hasPostgres ? mountSmall() : null

afterAll(() => {
  if (small === null) return
  execFileSync("umount", [small])
  rmSync(small, { recursive: true })
})

const start = async (settings: Readonly<Record<string, string>>): Promise<PostgresServer> => {
  const server = await startPostgres(settings)
  onTestFinished(server.stop)
  return server
}

describe.skipIf(!hasPostgres)(`a server that is away for a while${on}`, () => {
  it.each(["fast", "killed"] as const)(
    "loses no successful commit and repeats none when it is restarted: %s",
    async (how) => {
      const server = await start({})
      const storage = await openNotes({ connection: server.address, timeoutMs: 2000 })
      const writers = startWriters(storage, ["a", "b", "c", "d"])
      const some = async () => {
        const before = writers.acknowledged()
        while (writers.acknowledged() < before + 20) await pause(10)
      }
      for (let times = 0; times < 2; times++) {
        await some()
        await server.restart(how)
      }
      await some()
      expect((await writers.stop()).wrong).toEqual([])
    }
  )
})

describe.skipIf(!hasPostgres)(`a server that is at its limits${on}`, () => {
  it("takes no more connections: calls that need one fail, and succeed when one is free", async () => {
    const server = await start({ max_connections: "8", superuser_reserved_connections: "0" })
    const storage = await openNotes({ connection: server.address, timeoutMs: 1000 })
    const first = await openClient(server.address)
    await first.query(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity
      WHERE application_name = 'payloom'`)
    await pause(50)
    const others = await Promise.all([2, 3, 4, 5, 6, 7, 8].map(() => openClient(server.address)))
    expect(await writeNote(storage, "refused")).toBeInstanceOf(StorageUnavailable)
    await expect(hasNote(storage, "refused")).rejects.toThrow(/did not answer/)
    await others[0]?.end()
    await pause(50)
    expect(await writeNote(storage, "taken")).toBeNull()
    expect(await hasNote(storage, "refused")).toBe(false)
  })

  const where = hasPostgres && small === null ? " (nobody may mount one here)" : ""
  it.skipIf(small === null)(`refuses commits while its disk is full${where}`, async () => {
    const server = await start({})
    const disk = small ?? ""
    const folder = join(disk, "rows")
    const client = await openClient(server.address)
    const { rows } = await client.query("SELECT pg_backend_pid() AS pid")
    const owner = execFileSync("ps", ["-o", "uid=", "-p", `${rows[0].pid}`], { encoding: "utf8" })
    mkdirSync(folder, { mode: 0o700 })
    chownSync(folder, Number(owner), Number(owner))
    await client.query(`CREATE TABLESPACE small LOCATION '${folder}'`)
    await client.query("CREATE DATABASE rows TABLESPACE small")
    const connection = server.address.replace(/postgres$/, "rows")
    const storage = await openNotes({ connection })
    const writers = startWriters(storage, ["a", "b"])
    const filler = join(disk, "filler")
    const freeBytes = () =>
      Number(
        execFileSync("df", ["--output=avail", "-B1", disk], { encoding: "utf8" }).split("\n")[1]
      )
    for (let times = 0; times < 2; times++) {
      const before = writers.acknowledged()
      while (writers.acknowledged() < before + 20) await pause(10)
      writeFileSync(filler, Buffer.alloc(freeBytes()))
      const long = `${times}`.padEnd(900, "-")
      let refused = null
      for (let nth = 0; refused === null; nth++) refused = await writeNote(storage, `${nth}${long}`)
      expect(refused).toBeInstanceOf(StorageUnavailable)
      rmSync(filler)
      expect(await writeNote(storage, `after ${times}`)).toBeNull()
    }
    expect((await writers.stop()).wrong).toEqual([])
    await client.query("DROP DATABASE rows WITH (FORCE)")
  })
})
