import { statSync } from "node:fs"
import { join } from "node:path"
import { describe, expect, it } from "vitest"
import { add, elsewhere, filled, inFolder, open, untilDue } from "./testing/watchedDatabase.ts"

describe.concurrent("an open database whose files are all present", () => {
  it(
    "works while others vacuum it, empty its log, open it and close it",
    inFolder(async (folder) => {
      const path = join(folder, "payloom.db")
      const opened = await filled(path)
      const maintenance = [
        "PRAGMA wal_checkpoint(TRUNCATE)",
        "CREATE TABLE filling (x); INSERT INTO filling VALUES (zeroblob(1000000))",
        "DROP TABLE filling; PRAGMA wal_checkpoint(TRUNCATE)",
        "VACUUM",
        "PRAGMA wal_checkpoint(TRUNCATE)",
        "SELECT 1"
      ]
      for (const [at, sql] of maintenance.entries()) {
        elsewhere(path, sql)
        await untilDue()
        expect(await add(opened, 100 + at)).toMatchObject({ _tag: "Success" })
      }
      expect(statSync(path).size).toBeLessThan(1_000_000)
      const second = await open(path)
      await untilDue()
      expect(await add(second, 200)).toMatchObject({ _tag: "Success" })
      await second.close()
      await untilDue()
      expect(await add(opened, 201)).toMatchObject({ _tag: "Success" })
      await opened.close()
    })
  )

  it(
    "works if pages that a vacuum freed were used again before a check",
    inFolder(async (folder) => {
      const path = join(folder, "payloom.db")
      const opened = await filled(path)
      elsewhere(path, "CREATE TABLE filling (x); INSERT INTO filling VALUES (zeroblob(10000))")
      elsewhere(path, "DROP TABLE filling; PRAGMA wal_checkpoint(TRUNCATE)")
      await untilDue()
      expect(await add(opened, 100)).toMatchObject({ _tag: "Success" })
      const before = statSync(path).size
      elsewhere(path, "VACUUM; PRAGMA wal_checkpoint(TRUNCATE)")
      elsewhere(path, "CREATE TABLE filling (x); INSERT INTO filling VALUES (zeroblob(100000))")
      expect(statSync(path).size).toBeLessThan(before)
      await untilDue()
      expect(await add(opened, 101)).toMatchObject({ _tag: "Success" })
      await opened.close()
    })
  )

  it("has no files in memory", async () => {
    const opened = await open(":memory:")
    await untilDue()
    expect(await add(opened, 1)).toMatchObject({ _tag: "Success" })
    await opened.close()
  })
})
