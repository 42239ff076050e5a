import { execFileSync } from "node:child_process"
import { mkdtempSync, rmSync, statfsSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { StorageUnavailable } from "@payloom/core"
import { hasPostgres, startPostgres } from "@payloom/testkit/postgres"
import { afterAll, describe, expect, it, onTestFinished } from "vitest"
import { openClient, openNotes, pause, startWriters, writeNote } from "./testing/notes.ts"

/** Mounts a file system for a data folder. Null if mounting is not allowed here. */
const mountDisk = (): string | null => {
  const folder = mkdtempSync("/tmp/payloom-disk-")
  try {
    const options = ["-t", "tmpfs", "-o", "size=160m,mode=0777", "tmpfs", folder]
    execFileSync("mount", options, { stdio: "ignore" })
    return folder
  } catch {
    rmSync(folder, { recursive: true })
    return null
  }
}

const disk = hasPostgres ? mountDisk() : null

afterAll(() => {
  if (disk === null) return
  execFileSync("umount", [disk])
  rmSync(disk, { recursive: true })
})

const freeBytes = (): number => {
  const { bavail, bsize } = statfsSync(disk ?? "")
  return bavail * bsize
}

const why = !hasPostgres ? " (PostgreSQL is not installed here)" : " (nobody may mount one here)"

describe.skipIf(disk === null)(`a full disk of a server${disk === null ? why : ""}`, () => {
  it("refuses commits, and loses no successful one when the server is restarted", async () => {
    const server = await startPostgres({}, { folder: join(disk ?? "", "data") })
    onTestFinished(server.stop)
    const storage = await openNotes({ connection: server.address, timeoutMs: 2000 })
    const writers = startWriters(storage, ["a", "b"])
    const filler = join(disk ?? "", "filler")
    for (let times = 0; times < 2; times++) {
      const before = writers.acknowledged()
      while (writers.acknowledged() < before + 20) await pause(10)
      writeFileSync(filler, Buffer.alloc(freeBytes()))
      // The next commit needs a new file of the log.
      const client = await openClient(server.address)
      client.on("error", () => undefined)
      await client.query("SELECT pg_switch_wal()").catch(() => undefined)
      await client.end().catch(() => undefined)
      let refused = null
      for (let nth = 0; refused === null; nth++) {
        refused = await writeNote(storage, `${times} ${nth} ${"-".repeat(500)}`)
      }
      expect(refused).toBeInstanceOf(StorageUnavailable)
      rmSync(filler)
      await server.restart("killed")
      expect(await writeNote(storage, `after ${times}`)).toBeNull()
    }
    expect((await writers.stop()).wrong).toEqual([])
  })
})
