import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { installedPgBouncer } from "@payloom/testkit/pgbouncer"
import { hasPostgres } from "@payloom/testkit/postgres"
import { describe, expect, it, onTestFinished } from "vitest"
import { diskObstacle } from "./power/ForgetfulDisk.ts"
import { survive, type Trial } from "./survive.ts"

const folderOf = () => {
  const folder = mkdtempSync(join(tmpdir(), "payloom-crash-test-"))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

const surviving = (trial: Partial<Trial>) =>
  survive({
    folder: folderOf(),
    isPostgres: false,
    isPooled: false,
    isDiskFaulty: false,
    servers: 2,
    beside: null,
    clients: 4,
    kills: 0,
    killEveryMs: 500,
    promotions: 0,
    patienceMs: 90_000,
    onProgress: () => undefined,
    ...trial
  })

const unharmed = { unanswered: 0, lost: 0, doubled: 0, findings: [] }
const on = hasPostgres ? "" : " (PostgreSQL is not installed here)"

describe("servers that are killed while customers buy", () => {
  it("repeat every answer word for word and charge nobody twice, on one SQLite file", async () => {
    const survived = await surviving({ kills: 3 })
    expect(survived).toMatchObject({ ...unharmed, kills: { server: 3 } })
    expect(survived.acknowledged).toBeGreaterThan(10)
  })

  const why = diskObstacle === null ? "" : ` (${diskObstacle})`
  it.skipIf(diskObstacle !== null)(
    `do so while the disk of the SQLite file is full or fails at times${why}`,
    async () => {
      const survived = await surviving({ isDiskFaulty: true, kills: 5 })
      expect(survived).toMatchObject(unharmed)
      expect(survived.acknowledged).toBeGreaterThan(10)
    }
  )

  it.skipIf(!hasPostgres)(
    `do so on PostgreSQL${on}, even if its connections and processes are killed`,
    async () => {
      const survived = await surviving({ isPostgres: true, kills: 5 })
      expect(survived).toMatchObject(unharmed)
      expect(survived.acknowledged).toBeGreaterThan(10)
    }
  )

  const through = installedPgBouncer === null ? " (PgBouncer is not installed here)" : ""
  it.skipIf(!hasPostgres || installedPgBouncer === null)(
    `do so through PgBouncer${through}, even if PgBouncer is killed`,
    async () => {
      const survived = await surviving({ isPostgres: true, isPooled: true, kills: 5 })
      expect(survived).toMatchObject({ ...unharmed, storage: "pgbouncer" })
      expect(survived.acknowledged).toBeGreaterThan(10)
    }
  )
})
