import { execFileSync } from "node:child_process"
import {
  chownSync,
  mkdirSync,
  mkdtempSync,
  rmSync,
  statfsSync,
  statSync,
  writeFileSync
} from "node:fs"
import { join } from "node:path"
import { StorageUnavailable } from "@payloom/core"
import { hasPostgres, startPostgres } from "@payloom/testkit/postgres"
import { Effect, Result } from "effect"
import { afterAll, describe, expect, it, onTestFinished } from "vitest"
import { hasNote, openClient, openNotes, pause, startWriters, writeNote } from "./testing/notes.ts"

/** Mounts a file system for a data folder. Null if mounting is not allowed here. */
const mountDisk = (size: string): string | null => {
  const folder = mkdtempSync("/tmp/payloom-disk-")
  try {
    const options = ["-t", "tmpfs", "-o", `size=${size},mode=0777`, "tmpfs", folder]
    execFileSync("mount", options, { stdio: "ignore" })
    return folder
  } catch {
    rmSync(folder, { recursive: true })
    return null
  }
}

const disk = hasPostgres ? mountDisk("160m") : null

/** A disk for the tables of one database. */
const tables = hasPostgres ? mountDisk("40m") : null

afterAll(() => {
  for (const mounted of [disk, tables]) {
    if (mounted === null) continue
    execFileSync("umount", [mounted])
    rmSync(mounted, { recursive: true })
  }
})

const fill = (mounted: string | null): string => {
  const file = join(mounted ?? "", "filler")
  const { bavail, bsize } = statfsSync(mounted ?? "")
  writeFileSync(file, Buffer.alloc(bavail * bsize))
  return file
}

const why = !hasPostgres ? " (PostgreSQL is not installed here)" : " (nobody may mount one here)"

describe.skipIf(disk === null)(`a full disk of a server${disk === null ? why : ""}`, () => {
  it("refuses commits, and loses no successful one when the server is restarted", async () => {
    const server = await startPostgres({}, { folder: join(disk ?? "", "data") })
    onTestFinished(server.stop)
    const storage = await openNotes({ connection: server.address, timeoutMs: 2000 })
    const writers = startWriters(storage, ["a", "b"])
    for (let times = 0; times < 2; times++) {
      const before = writers.acknowledged()
      while (writers.acknowledged() < before + 20) await pause(10)
      const filler = fill(disk)
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

  it("is named by the failure, and by checkWrites until there is space again", async () => {
    const server = await startPostgres()
    onTestFinished(server.stop)
    const admin = await openClient(server.address)
    const folder = join(tables ?? "", "space")
    mkdirSync(folder)
    const data = await admin.query("SHOW data_directory")
    const { uid, gid } = statSync(data.rows[0].data_directory)
    chownSync(folder, uid, gid)
    await admin.query(`CREATE TABLESPACE small LOCATION '${folder}'`)
    await admin.query("CREATE DATABASE shop TABLESPACE small")
    const connection = new URL(server.address)
    connection.pathname = "/shop"
    const storage = await openNotes({ connection: connection.href })
    expect(await writeNote(storage, "before")).toBeNull()
    const checked = () =>
      Effect.runPromise(Effect.result(storage.checkWrites ?? Effect.succeed([])))
    for (let times = 0; times < 2; times++) {
      const filler = fill(tables)
      let refused = null
      for (let nth = 0; refused === null; nth++) {
        refused = await writeNote(storage, `${times} ${nth} ${"-".repeat(500)}`)
      }
      expect(refused).toMatchObject({ _tag: "StorageUnavailable", isFull: true })
      expect(refused.message).toContain("no space left")
      expect(await hasNote(storage, "before")).toBe(true)
      for (let checks = 0; checks < 3; checks++) {
        const failed = await checked()
        expect(Result.isFailure(failed) && failed.failure).toMatchObject({ isFull: true })
      }
      rmSync(filler)
      expect(Result.isSuccess(await checked())).toBe(true)
      expect(await writeNote(storage, `after ${times}`)).toBeNull()
    }
    const left = await openClient(connection.href)
    const { rows } = await left.query("SELECT 1 FROM pg_class WHERE relname = 'space_check'")
    expect(rows).toEqual([])
  })
})
