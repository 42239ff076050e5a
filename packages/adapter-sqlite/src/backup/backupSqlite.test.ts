import {
  copyFileSync,
  existsSync,
  readdirSync,
  readFileSync,
  statSync,
  writeFileSync
} from "node:fs"
import { dirname, join } from "node:path"
import { setImmediate } from "node:timers/promises"
import { Payloom } from "@payloom/core"
import { sandbox } from "@payloom/testkit"
import Database from "better-sqlite3"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { sqlite } from "../sqlite.ts"
import { temporaryDatabase } from "../testing/openTestStorage.ts"
import { backupSqlite } from "./backupSqlite.ts"
import { restoreSqlite } from "./restoreSqlite.ts"

const { path, directory, remove } = temporaryDatabase()
const box = sandbox()
const open = (file: string) =>
  Payloom.make({ ...box.setup, storage: sqlite(file), workers: false, onLog: () => undefined })
const inFolder = (name: string) => join(directory, name)

/** Copies the store as any program may, so that it is not held. */
const plainCopy = (name: string): string => {
  const db = new Database(path, { readonly: true })
  db.exec(`VACUUM INTO '${inFolder(name)}'`)
  db.close()
  return inFolder(name)
}

let payloom: Payloom
let pay: (key: string) => Promise<unknown>

beforeAll(async () => {
  payloom = await open(path)
  const shop = await box.openShop(payloom)
  const paymentInstrument = await box.saveCard(shop, "approved")
  pay = (idempotencyKey) =>
    shop.payments.create(
      { amount: 1250n, currency: "EUR", type: "one_off", paymentInstrument },
      { idempotencyKey }
    )
  for (let nth = 0; nth < 3; nth++) await pay(`order ${nth}`)
})

afterAll(async () => {
  await payloom.close()
  remove()
})

const reasonOf = (call: Promise<unknown>) =>
  call.then(
    () => "done",
    (refused: { readonly reason?: string; readonly message: string }) =>
      refused.reason ?? refused.message
  )

describe("a backup", () => {
  it("has every commit before it while the engine goes on, and says what it contains", async () => {
    const to = inFolder("whole.db")
    let nth = 0
    let isOver = false
    const charging = (async () => {
      while (!isOver) await pay(`beside ${nth++}`)
    })()
    const manifest = await backupSqlite({ from: path, to })
    isOver = true
    await charging
    expect(nth).toBeGreaterThan(0)
    expect(manifest.collections.payments).toBeGreaterThanOrEqual(3)
    expect(manifest.trialBalance).toEqual([{ currency: "EUR", accounts: 2, sum: "0" }])
    expect(JSON.parse(readFileSync(`${to}.json`, "utf8"))).toEqual(manifest)
    expect(statSync(to).mode & 0o777).toBe(0o600)
    expect(statSync(`${to}.json`).mode & 0o777).toBe(0o600)
    expect(readdirSync(directory).filter((name) => name.startsWith("whole"))).toEqual([
      "whole.db",
      "whole.db.json"
    ])
  })

  it("keeps the order of the events", async () => {
    const to = inFolder("feed.db")
    await backupSqlite({ from: path, to })
    const events = (file: string) => {
      const db = new Database(file, { readonly: true })
      const rows = db.prepare("SELECT rowid, id FROM events ORDER BY rowid").raw().all()
      db.close()
      return rows
    }
    const copied = events(to)
    expect(events(path).slice(0, copied.length)).toEqual(copied)
  })

  it("is not made of a store whose books don't balance, and leaves nothing", async () => {
    const from = plainCopy("unbalanced.db")
    const db = new Database(from)
    db.exec("DROP TRIGGER payloom_ledger_groups_no_update")
    db.exec(`UPDATE ledger_groups SET doc = replace(doc, '"-1250"', '"-1249"') WHERE rowid = 1`)
    db.close()
    const to = inFolder("never.db")
    expect(await reasonOf(backupSqlite({ from, to }))).toBe("damaged")
    expect(readdirSync(directory).filter((name) => name.startsWith("never"))).toEqual([])
  })

  it("is not made of a damaged file", async () => {
    const from = plainCopy("torn.db")
    const bytes = readFileSync(from)
    bytes.fill(0x5a, 4096 * 6, 4096 * 9)
    writeFileSync(from, bytes)
    expect(await reasonOf(backupSqlite({ from, to: inFolder("of-torn.db") }))).toBe("damaged")
    expect(existsSync(inFolder("of-torn.db"))).toBe(false)
  })

  it("never replaces a file, and needs a store", async () => {
    writeFileSync(inFolder("taken.db"), "mine")
    const other = new Database(inFolder("other.db"))
    other.exec("CREATE TABLE notes (id)")
    other.close()
    const to = inFolder("refused.db")
    const reasons = [
      backupSqlite({ from: path, to: inFolder("taken.db") }),
      backupSqlite({ from: inFolder("nowhere.db"), to }),
      backupSqlite({ from: inFolder("other.db"), to }),
      backupSqlite({ from: path, to: join(directory, "no-folder", "x.db") })
    ].map(reasonOf)
    expect(await Promise.all(reasons)).toEqual([
      "target_taken",
      "no_store",
      "no_store",
      "not_accessible"
    ])
    expect(readFileSync(inFolder("taken.db"), "utf8")).toBe("mine")
  })

  it("can be ended by its signal, and leaves nothing", async () => {
    const ending = new AbortController()
    const to = inFolder("ended.db")
    const made = backupSqlite({
      from: path,
      to,
      signal: ending.signal,
      onProgress: () => ending.abort(new Error("ended"))
    })
    expect(await reasonOf(made)).toBe("ended")
    expect(readdirSync(directory).filter((name) => name.startsWith("ended"))).toEqual([])
  })
})

describe("a restore", () => {
  const backup = inFolder("for-restore.db")
  beforeAll(() => backupSqlite({ from: path, to: backup }))

  const startedOn = (file: string) =>
    open(file).catch((error: { readonly _tag: string }) => error._tag)

  it("creates a store that no engine starts on before it is reconciled", async () => {
    const to = inFolder("restored.db")
    const { manifest } = await restoreSqlite({ from: backup, to })
    expect(manifest.collections.payments).toBeGreaterThanOrEqual(3)
    expect(await startedOn(to)).toBe("StorageHeld")
  })

  it("is not avoided by a plain copy of the backup: no engine starts on that either", async () => {
    const to = inFolder("copied.db")
    copyFileSync(backup, to)
    expect(await startedOn(to)).toBe("StorageHeld")
  })

  it("is refused while a file has the name, or one that SQLite would read with it", async () => {
    writeFileSync(inFolder("left.db-wal"), "the log of a lost file")
    writeFileSync(inFolder("there.db"), "mine")
    const reasons = [
      restoreSqlite({ from: backup, to: path }),
      restoreSqlite({ from: backup, to: inFolder("there.db") }),
      restoreSqlite({ from: backup, to: inFolder("left.db") })
    ].map(reasonOf)
    expect(await Promise.all(reasons)).toEqual(["target_taken", "target_taken", "target_taken"])
    expect(existsSync(inFolder("left.db"))).toBe(false)
  })

  it("is refused with the name of a folder that does not exist", async () => {
    const to = inFolder("none/restored.db")
    const sentence = `The folder ${dirname(to)} does not exist: create it first.`
    await expect(restoreSqlite({ from: backup, to })).rejects.toThrow(sentence)
    await expect(backupSqlite({ from: path, to })).rejects.toThrow(sentence)
  })

  it("can be ended by its signal while it copies, and leaves nothing", async () => {
    const ending = new AbortController()
    const to = inFolder("ended-restore.db")
    const restored = restoreSqlite({ from: backup, to, signal: ending.signal })
    const made = () => readdirSync(directory).filter((name) => name.startsWith("ended-restore"))
    while (made().length === 0) await setImmediate()
    ending.abort(new Error("ended"))
    expect(await reasonOf(restored)).toBe("ended")
    expect(made()).toEqual([])
  })

  it("is refused if the backup has no manifest, or differs from it", async () => {
    copyFileSync(backup, inFolder("bare.db"))
    copyFileSync(backup, inFolder("changed.db"))
    copyFileSync(`${backup}.json`, inFolder("changed.db.json"))
    const bytes = readFileSync(backup)
    bytes[bytes.length - 1] = (bytes.at(-1) ?? 0) ^ 1
    writeFileSync(inFolder("changed.db"), bytes)
    writeFileSync(inFolder("odd.db"), "x")
    writeFileSync(inFolder("odd.db.json"), "{}")
    const to = inFolder("of-bad.db")
    const reasons = []
    for (const from of ["bare.db", "changed.db", "odd.db", "missing.db"]) {
      reasons.push(await reasonOf(restoreSqlite({ from: inFolder(from), to })))
    }
    expect(reasons).toEqual(["no_backup", "damaged", "damaged", "no_backup"])
    expect(readdirSync(dirname(to)).filter((name) => name.startsWith("of-bad"))).toEqual([])
  })
})
