import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import Database from "better-sqlite3"
import { describe, expect, it, onTestFinished } from "vitest"
import { type PowerTrial, survivePowerLosses } from "../survivePowerLosses.ts"
import { checkState } from "./checkState.ts"
import type { Files } from "./DiskModel.ts"
import { diskObstacle, ForgetfulDisk } from "./ForgetfulDisk.ts"

const folderOf = () => {
  const folder = mkdtempSync(join(tmpdir(), "payloom-power-test-"))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

const surviving = (trial: Partial<PowerTrial>) =>
  survivePowerLosses({
    folder: folderOf(),
    servers: 2,
    clients: 4,
    powerLosses: 2,
    states: 8,
    patienceMs: 90_000,
    onProgress: () => undefined,
    ...trial
  })

/** A failure may come before anything was written. So many trials without a loss show an error. */
const mostTrials = 6

/** Lets the power fail in trials of their own, until one of them loses answers. */
const untilLost = async (synchronous: "NORMAL" | "OFF") => {
  for (let trials = 1; ; trials += 1) {
    const survived = await surviving({ synchronous })
    if (survived.lost > 0 || trials === mostTrials) return survived
  }
}

const why = diskObstacle === null ? "" : ` (${diskObstacle})`

describe.skipIf(diskObstacle !== null)(`servers whose power fails${why}`, () => {
  it("have every answer afterwards, and a database that is whole, in every content of the disk", async () => {
    const survived = await surviving({})
    expect(survived).toMatchObject({ unanswered: 0, lost: 0, doubled: 0, findings: [] })
    expect(survived).toMatchObject({ powerLosses: 2, states: 18 })
    expect(survived.acknowledged).toBeGreaterThan(0)
  })

  it.each(["NORMAL", "OFF"] as const)(
    "lose answers with synchronous=%s, which the trial finds",
    async (synchronous) => {
      const survived = await untilLost(synchronous)
      expect(survived.lost).toBeGreaterThan(0)
      expect(survived.findings).not.toEqual([])
    }
  )
})

describe.skipIf(diskObstacle !== null)(`a simulated disk${why}`, () => {
  it("refuses files that were changed without a record", () => {
    const disk = ForgetfulDisk.in(folderOf())
    onTestFinished(() => disk.close())
    writeFileSync(join(disk.folder, "payloom.db"), "old")
    disk.turnOn()
    expect(disk.recorded().operations).toEqual([])
    writeFileSync(join(disk.folder, "payloom.db"), "new")
    expect(() => disk.recorded()).toThrow(/operations on payloom.db were not recorded/)
  })
})

describe("the check of a database after a power failure", () => {
  const stored = (answer: string): Files => {
    const database = new Database(":memory:")
    database.exec("CREATE TABLE idempotency_records (doc)")
    const doc = JSON.stringify({ answer })
    database.prepare("INSERT INTO idempotency_records VALUES (?)").run(doc)
    return new Map([["payloom.db", database.serialize()]])
  }
  const found = (files: Files, answers: ReadonlyArray<string>) =>
    checkState(files, answers, join(folderOf(), "scratch"))

  it("finds lost answers, a damaged file and a missing file", () => {
    const files = stored("kept")
    expect(found(files, ["kept"])).toEqual([])
    expect(found(files, ["kept", "gone"])).toEqual([expect.stringMatching(/lost.*: gone$/)])
    const damaged = Buffer.from(files.get("payloom.db") ?? "").fill(0xff, 100, 4096)
    expect(found(new Map([["payloom.db", damaged]]), [])).toHaveLength(1)
    expect(found(new Map(), [])).toEqual([expect.stringMatching(/can't be read/)])
  })
})
