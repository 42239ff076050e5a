import { spawn } from "node:child_process"
import { once } from "node:events"
import { existsSync, readdirSync, rmSync } from "node:fs"
import { fileURLToPath } from "node:url"
import Database from "better-sqlite3"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { openStorage, temporaryDatabase } from "../testing/openTestStorage.ts"
import { backupSqlite } from "./backupSqlite.ts"
import { restoreSqlite } from "./restoreSqlite.ts"

const { path, directory, remove } = temporaryDatabase()
const program = fileURLToPath(new URL("../testing/backUp.ts", import.meta.url))

/** A store of a hundred megabytes, so that a copy takes a while. */
beforeAll(async () => {
  await (await openStorage(path)).close()
  const db = new Database(path)
  db.prepare("INSERT INTO scopes (tenant, mode) VALUES ('deployment', 'live')").run()
  const doc = JSON.stringify({ id: "deployment", secretCheck: "check" })
  db.prepare(
    "INSERT INTO deployments (scope, id, version, doc) VALUES (1, 'deployment', 1, ?)"
  ).run(doc)
  db.exec("CREATE TABLE filler (text)")
  const insert = db.prepare("INSERT INTO filler VALUES (?)")
  db.transaction(() => {
    for (let nth = 0; nth < 25_000; nth++) insert.run("x".repeat(4000))
  })()
  db.close()
})

afterAll(remove)

/** Starts the program and kills it some time after its first output, or after its start. */
const killed = async (args: ReadonlyArray<string>, afterMs: number) => {
  const child = spawn(process.execPath, ["--conditions=source", program, ...args])
  if (args[0] === "backup") await once(child.stdout, "data")
  await new Promise((resolve) => setTimeout(resolve, afterMs))
  child.kill("SIGKILL")
  const [code] = child.exitCode === null ? await once(child, "close") : [child.exitCode]
  return code === null
}

const named = (prefix: string) => readdirSync(directory).filter((name) => name.startsWith(prefix))

describe("a process that is killed", () => {
  it("during a backup leaves no file of that name, and the next backup removes its rest", async () => {
    let kills = 0
    for (const afterMs of [0, 60, 150, 300, 600]) {
      const to = `${directory}/killed.db`
      if (!(await killed(["backup", path, to], afterMs))) continue
      kills += 1
      if (existsSync(to)) {
        // It was killed after the backup had its name, so it is whole.
        await restoreSqlite({ from: to, to: `${directory}/of-killed.db` })
      } else {
        expect(named("killed.db.partial").length).toBeGreaterThan(0)
        await backupSqlite({ from: path, to })
        expect(named("killed")).toEqual(["killed.db", "killed.db.json"])
      }
      for (const name of [...named("killed"), ...named("of-killed")]) rmSync(`${directory}/${name}`)
    }
    expect(kills).toBeGreaterThan(2)
  })

  it("during a restore leaves no file of that name, and the next restore succeeds", async () => {
    const from = `${directory}/whole.db`
    const to = `${directory}/restored.db`
    await backupSqlite({ from: path, to: from })
    let kills = 0
    for (const afterMs of [200, 350, 500, 700, 900]) {
      if (!(await killed(["restore", from, to], afterMs))) continue
      kills += 1
      if (!existsSync(to)) await restoreSqlite({ from, to })
      const db = new Database(to)
      expect(db.pragma("integrity_check", { simple: true })).toBe("ok")
      db.close()
      for (const name of named("restored")) rmSync(`${directory}/${name}`)
    }
    expect(kills).toBeGreaterThan(2)
  })
})
