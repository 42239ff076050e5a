import { chmodSync, writeFileSync } from "node:fs"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { join } from "node:path"
import { hasPostgres, startPostgres } from "@payloom/testkit/postgres"
import Database from "better-sqlite3"
import { afterAll, describe, expect, it, onTestFinished } from "vitest"
import { storageAt } from "../../storageAt.ts"
import { doctorOn } from "../../testing/examine.ts"
import { fillStore, testEngines } from "../../testing/filledStore.ts"
import { runLine } from "../../testing/runLine.ts"
import { sandboxStore } from "../../testing/sandboxStore.ts"
import { temporaryFolder } from "../../testing/temporaryFolder.ts"

const folder = temporaryFolder()
const store = await sandboxStore(folder)
const server = hasPostgres ? await startPostgres() : null

afterAll(() => server?.stop())

const { examine, changed, expectProblem } = doctorOn(store, folder)

describe("doctor on a SQLite file", () => {
  it("finds no problem with a store whose jobs are done", async () => {
    const file = changed((raw) => raw.exec("DELETE FROM jobs"))
    const { code, findings } = await examine(["--database", file])
    expect(findings.filter(({ status }) => status === "problem")).toEqual([])
    expect(code).toBe(0)
  })

  it("finds another secret than the store's", () =>
    expectProblem("secret_of_store", ["is not the secret", "Set the secret"], [], {
      PAYLOOM_SECRET: "another secret that is long enough to be one"
    }))

  it("finds that there is no database at the path", () =>
    expectProblem(
      "database",
      ["there is no such file", "Check --database"],
      ["--database", "nowhere.db"]
    ))

  it.skipIf(process.getuid?.() === 0)("finds a file that is not writable", async () => {
    const file = store.copy()
    chmodSync(file, 0o400)
    await expectProblem("database", ["not writable", "Mend the permissions"], ["--database", file])
  })

  it("finds a file that is no database, and one of another program", async () => {
    const notes = join(folder, "notes.txt")
    writeFileSync(notes, "Buy milk. ".repeat(1000))
    await expectProblem("database", ["not a SQLite database", "backup"], ["--database", notes])
    const other = join(folder, "other.db")
    const raw = new Database(other)
    raw.exec("CREATE TABLE notes (text)")
    raw.close()
    await expectProblem("database", ["another program", "Check"], ["--database", other])
  })

  it("finds a store of a newer release, and one of another release", async () => {
    const newer = changed((raw) => raw.pragma("user_version = 1000"))
    await expectProblem("database", ["its schema", "Update"], ["--database", newer])
    const other = changed((raw) => raw.exec('DROP INDEX "payloom_payments_by_status"'))
    await expectProblem("database", ["another release", "of the release"], ["--database", other])
  })

  it("finds a copy that was not finished", async () => {
    const file = changed((raw) =>
      raw.exec(
        `UPDATE deployments SET
          doc = json_set(doc, '$.copyOf', json_extract(doc, '$.secretCheck'), '$.secretCheck', '')`
      )
    )
    await expectProblem("copy", ["not finished", "payloom copy"], ["--database", file])
  })

  it("finds jobs that are late", () =>
    expectProblem(
      "jobs",
      ["late", "Start a process"],
      [
        "--database",
        changed((raw) =>
          raw.exec(
            `UPDATE jobs SET due_at = 0, doc = json_set(doc, '$.dueAt', 0)
           WHERE kind = 'announce_expiries'`
          )
        )
      ]
    ))

  it("finds webhook endpoints that fail, and doesn't call their queue late", async () => {
    // The documents of upgraded collections are arrays of a version and an object.
    const set = (fields: string) => `UPDATE webhook_endpoints SET doc = json_set(doc, ${fields})`
    const failing = changed((raw) => raw.exec(set("'$[1].failingSince', 1")))
    await expectProblem("webhooks", ["fails since", "Mend"], ["--database", failing])
    const disabled = changed((raw) =>
      raw.exec(
        `${set("'$[1].status', 'disabled', '$[1].disabledReason', 'failing'")};
         UPDATE jobs SET due_at = 0, doc = json_set(doc, '$.dueAt', 0) WHERE kind LIKE 'deliver%';
         DELETE FROM jobs WHERE kind NOT LIKE 'deliver%'`
      )
    )
    await expectProblem("webhooks", ["was disabled", "replay"], ["--database", disabled])
    expect((await examine(["--database", disabled])).of("jobs")?.status).toBe("ok")
  })

  it("finds a currency without an account, and accounts that are all paused", async () => {
    const env = { ...store.env, CI: "1" }
    const file = store.copy()
    const on = ["--database", file]
    const listed = await runLine(["mids", "list", "--json", ...on], { env })
    for (const { id } of JSON.parse(listed.stdout).data) {
      await runLine(["mids", "pause", id, ...on], { env })
    }
    await expectProblem("accounts", ["paused", "payloom mids resume"], on)
    const other = changed((raw) =>
      raw.exec("UPDATE tenants SET doc = json_set(doc, '$.settings.defaultCurrency', 'SEK')")
    )
    await expectProblem("accounts", ["settles SEK", "add the currency"], ["--database", other])
  })

  it("finds a clock behind the newest event", async () => {
    const file = changed((raw) => {
      const name = "payloom_events_no_update"
      const trigger = raw.prepare("SELECT sql FROM sqlite_master WHERE name = ?").pluck().get(name)
      raw.exec(
        `DROP TRIGGER ${name};
         UPDATE events SET doc = replace(doc, '"occurredAt":1', '"occurredAt":9')`
      )
      raw.exec(String(trigger))
    })
    await expectProblem("clock", ["behind the newest", "NTP"], ["--database", file])
  })

  it("finds files that other users can read", async () => {
    const file = store.copy()
    chmodSync(file, 0o644)
    const { of } = await examine(["--database", file])
    expect(of("permissions")).toMatchObject({
      status: "warning",
      remedy: expect.stringContaining(`Run chmod 600 ${file}`)
    })
  })

  it("finds that nothing is set", () =>
    expectProblem("settings", ["no database and no server", "Give --database"], [], {
      PAYLOOM_DATABASE: "",
      PAYLOOM_URL: ""
    }))
})

describe.skipIf(server === null)("doctor on PostgreSQL", () => {
  it("finds a server that can't be reached", () =>
    expectProblem(
      "database",
      ["ECONNREFUSED", "Start the database"],
      ["--database", "postgres://me:sesame@127.0.0.1:1/shop"]
    ))

  it("finds a database that is missing, and one that no engine has used", async () => {
    const address = new URL((await server?.newDatabase()) ?? "")
    await expectProblem("database", ["no engine", "--database"], ["--database", address.href])
    address.pathname = "/nowhere"
    await expectProblem(
      "database",
      ["does not exist", "create the database"],
      ["--database", address.href]
    )
  })

  it("finds no problem with the database and the clock of a store", async () => {
    const engines = testEngines()
    const location = (await server?.newDatabase()) ?? ""
    const payloom = await engines.open(storageAt(location))
    await fillStore(engines, payloom, 1)
    await payloom.close()
    const { of } = await examine(["--database", location])
    expect(of("database")?.status).toBe("ok")
    expect(of("secret_of_store")?.status).toBe("ok")
    expect(of("clock")?.status).toBe("ok")
  })
})

describe("doctor on a server", () => {
  const serve = async (status: number, body: object) => {
    const http = createServer((request, response) => {
      response.writeHead(request.url === "/health" ? status : 401, {
        "content-type": "application/json"
      })
      response.end(JSON.stringify(request.url === "/health" ? body : refusal))
    })
    await new Promise<void>((listening) => {
      http.listen(0, "127.0.0.1", listening)
    })
    onTestFinished(() => void http.close())
    return `http://127.0.0.1:${(http.address() as AddressInfo).port}`
  }
  const refusal = { error: { code: "api_key_invalid", message: "no" } }

  it("finds that it does not answer, or is something else", async () => {
    const unused = await serve(200, {})
    await expectProblem("server", ["not a Payloom server", "Check --url"], ["--url", unused])
    await expectProblem("server", ["does not answer", "Start"], ["--url", "http://127.0.0.1:2"])
    for (const secret of ["http://me:secret@127.0.0.1:2", "http://me:sec/ret@127.0.0.1"]) {
      const { stdout, stderr } = await runLine(["doctor", "--url", secret], { env: {} })
      expect(stdout + stderr).not.toMatch(/secret|sec\/ret/)
    }
  })

  it("finds that its database does not answer", async () => {
    const url = await serve(503, { error: {} })
    await expectProblem("server", ["its database does not", "on its database"], ["--url", url])
  })

  it("finds a key that it does not accept", async () => {
    const url = await serve(200, { status: "ok" })
    const env = { PAYLOOM_KEY: "sk_test_wrong" }
    await expectProblem("key", ["does not accept", "keys create"], ["--url", url], env)
    await expectProblem("key", ["is not set", "sk_"], ["--url", url])
  })
})
