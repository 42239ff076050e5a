import { spawnSync } from "node:child_process"
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { join, resolve } from "node:path"
import { Readable } from "node:stream"
import { webhookReceiver } from "@payloom/core/webhooks"
import { describe, expect, it, onTestFinished } from "vitest"
import { Interrupts } from "../command/Interrupts.ts"
import { type LineOptions, runLine } from "../testing/runLine.ts"
import { sandboxStore } from "../testing/sandboxStore.ts"
import { temporaryFolder } from "../testing/temporaryFolder.ts"

const folder = temporaryFolder()
const store = await sandboxStore(folder)

const on = (args: ReadonlyArray<string>, options: LineOptions = {}) =>
  runLine(args, { cwd: folder, ...options, env: { ...store.env, ...options.env } })

const asJson = async (args: ReadonlyArray<string>, options: LineOptions = {}) => {
  const { code, stdout, stderr } = await on([...args, "--json"], options)
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" })
  return JSON.parse(stdout)
}

describe("commands on a database", () => {
  it("payments list filters, pages and continues after a cursor", async () => {
    const all = await asJson(["payments", "list", "--limit", "100"])
    expect(all.data).toHaveLength(13)
    expect(all.has_more).toBe(false)
    const first = await asJson(["payments", "list", "--limit", "5"])
    const rest = await asJson(["payments", "list", "--limit", "100", "--after", first.next_cursor])
    expect([...first.data, ...rest.data]).toEqual(all.data)
    const declined = await asJson(["payments", "list", "--status", "declined"])
    expect(declined.data.map(({ status }: { status: string }) => status)).toEqual(
      declined.data.map(() => "declined")
    )
  })

  it("an empty list says that it is of test mode, if no mode was given", async () => {
    const none = ["payments", "list", "--status", "expired"]
    const told = "This is test mode. --mode live or PAYLOOM_MODE=live reads live mode.\n"
    expect(await on(none)).toEqual({
      code: 0,
      stdout: "There are no such payments.\n",
      stderr: told
    })
    for (const options of [{ env: { PAYLOOM_MODE: "live" } }, { env: { PAYLOOM_MODE: "test" } }]) {
      expect((await on(none, options)).stderr).toBe("")
    }
    expect((await on([...none, "--mode", "test"])).stderr).toBe("")
    expect((await asJson(none)).data).toEqual([])
    expect((await on(["payments", "list"])).stderr).not.toContain("test mode")
  })

  it("payments explain says why a payment was declined", async () => {
    const { data } = await asJson(["payments", "list", "--status", "declined"])
    const { code, stdout } = await on(["payments", "explain", data[0].id])
    expect(code).toBe(0)
    expect(stdout).toContain("insufficient_funds: The account does not have enough funds.")
    expect(stdout).toMatch(/Network code +51/)
    expect(stdout).toContain("payment.declined")
  })

  it("asks before a refund on a terminal, and not if CI is set or nobody is there", async () => {
    const refund = ["payments", "refund", store.payment, "--amount", "100"]
    const typed = (answer: string) => ({ input: Readable.from([`${answer}\n`]) })
    const refused = await on(refund, typed("n"))
    expect(refused).toMatchObject({ code: 1, stdout: "" })
    expect(refused.stderr).toMatch(/^Refund 1.00 EUR of .*\? \[y\/N\] Nothing was refunded\.\n$/)
    const done = await on(refund, typed("y"))
    expect(done.code).toBe(0)
    expect(done.stderr).toContain("The workers of the server send it to the provider.")
    for (const options of [{}, { ...typed("n"), env: { CI: "true" } }]) {
      expect((await on(refund, options)).stderr).not.toContain("[y/N]")
    }
  })

  it("refunds once for each idempotency key", async () => {
    const { data } = await asJson(["payments", "list", "--status", "succeeded"])
    const refund = ["payments", "refund", data[0].id, "--amount", "100", "--idempotency-key", "one"]
    const first = await asJson(refund)
    expect((await asJson(refund)).id).toBe(first.id)
  })

  it("keys create prints a key once, and keys revoke takes its id only", async () => {
    const { stdout } = await on(["keys", "create", "--json"])
    const { id, secret } = JSON.parse(stdout)
    expect(JSON.stringify(await asJson(["keys", "list"]))).not.toContain(secret)
    expect((await on(["keys", "revoke", secret])).code).toBe(2)
    expect((await on(["keys", "revoke", id])).code).toBe(0)
    const { data } = await asJson(["keys", "list"])
    expect(data.find((key: { id: string }) => key.id === id).revoked_at).not.toBeNull()
  })

  it("mids pause and resume switch an account", async () => {
    const { data } = await asJson(["mids", "list"])
    const { id } = data[0]
    expect((await asJson(["mids", "pause", id])).enabled).toBe(false)
    expect((await asJson(["mids", "show", id])).enabled).toBe(false)
    expect((await asJson(["mids", "resume", id])).enabled).toBe(true)
    expect((await on(["mids", "show", "mid_x"])).code).toBe(1)
  })

  it("rules simulate routes past attempts by the rules of a file", async () => {
    const { data } = await asJson(["mids", "list"])
    const rule = {
      name: "second",
      conditions: { amount_from: "1" },
      order: "listed",
      targets: [{ mid: data[1].id, weight: 1 }]
    }
    writeFileSync(join(folder, "rules.json"), JSON.stringify([rule]))
    const simulated = await asJson(["rules", "simulate", "rules.json"])
    expect(simulated.moved).toBe(simulated.attempts)
    writeFileSync(join(folder, "broken.json"), "[")
    const broken = await on(["rules", "simulate", "broken.json"])
    expect(broken).toMatchObject({ code: 1, stdout: "" })
    expect((await asJson(["rules", "list"])).data).toEqual([])
  })

  it("ledger balance sums to zero, and statement ends with the balance of its account", async () => {
    const { sums, accounts } = await asJson(["ledger", "balance"])
    expect(sums).toEqual({ EUR: "0" })
    const { closing } = await asJson(["ledger", "statement", "merchant_payable"])
    const owed = accounts.find(({ account }: { account: string }) => account === "merchant_payable")
    expect(closing[0].balance).toBe(owed.balance)
    const { stdout } = await on(["ledger", "statement", "merchant_payable", "--csv"])
    expect(stdout).toMatch(/^booked_at,kind,group,payment,currency,amount,balance\r?\n/)
  })

  it("ledger reconcile books only with --book, and exits with 3 for rows that don't match", async () => {
    const { data } = await asJson(["mids", "list"])
    const payment = await asJson(["payments", "show", store.payment])
    const mapping = {
      reference: "reference",
      kind: { column: "kind", kinds: { charge: "charge" } },
      gross: "gross",
      fee: "fee",
      currency: "currency",
      decimalMark: "."
    }
    writeFileSync(join(folder, "mapping.json"), JSON.stringify(mapping))
    const header = "reference,kind,gross,fee,currency\n"
    const [attempt] = payment.attempts.data
    writeFileSync(join(folder, "ok.csv"), `${header}${attempt.id},charge,12.50,0.30,EUR\n`)
    writeFileSync(join(folder, "odd.csv"), `${header}nobody,charge,12.50,0.30,EUR\n`)
    const mid = ["--mid", data[0].id, "--mapping", "mapping.json"]
    const dry = await asJson(["ledger", "reconcile", "ok.csv", ...mid])
    expect(dry).toMatchObject({ dry_run: true, matched: [{ booked: false, settlement: null }] })
    const booked = await asJson(["ledger", "reconcile", "ok.csv", ...mid, "--book"])
    expect(booked.matched[0].booked).toBe(true)
    expect((await on(["ledger", "reconcile", "odd.csv", ...mid])).code).toBe(3)
    const twice = `${attempt.id},charge,12.50,0.30,EUR\n`.repeat(2)
    writeFileSync(join(folder, "twice.csv"), `${header}${twice}`)
    const { code, stdout } = await on(["ledger", "reconcile", "twice.csv", ...mid])
    expect(code).toBe(3)
    expect(stdout).toMatch(/Settled already.*\n.*\n.*charge +12\.50 EUR +payment_/)
    expect((await on(["ledger", "reconcile", "none.csv", ...mid])).code).toBe(1)
    expect((await on(["ledger", "reconcile", "ok.csv", "--mid", data[0].id])).code).toBe(2)
  })

  it("events tail ends by itself with --once, one JSON document a line", async () => {
    const { code, stdout } = await on(["events", "tail", "--from", "1d", "--once", "--json"])
    const events = stdout
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line))
    expect(code).toBe(0)
    expect(new Set(events.map(({ id }) => id)).size).toBe(events.length)
    expect(events.map(({ object }) => object)).toEqual(events.map(() => "event"))
  })

  it("names the tenants if there are several and none is chosen", async () => {
    const { code, stderr } = await on(["payments", "list"], { env: { PAYLOOM_TENANT: "" } })
    expect(code).toBe(2)
    expect(stderr).toMatch(/^The database has several tenants: name one with --tenant .*sandbox/)
  })

  it("refuses another secret in one line", async () => {
    const env = { PAYLOOM_SECRET: "another secret that is long enough to be one" }
    const { code, stdout, stderr } = await on(["payments", "list"], { env })
    expect({ code, stdout }).toEqual({ code: 1, stdout: "" })
    expect(stderr).toMatch(/^The storage was first used with another secret.*\n$/)
  })
})

const receiver = async (secret: string) => {
  const taken: Array<string> = []
  const { take } = webhookReceiver({ secret })
  const http = createServer((request, response) => {
    let body = ""
    request.on("data", (part) => {
      body += part
    })
    request.on("end", async () => {
      await take({ headers: request.headers, body }, ({ type }) => void taken.push(type))
      response.writeHead(204).end()
    })
  })
  await new Promise<void>((listening) => {
    http.listen(0, "127.0.0.1", listening)
  })
  onTestFinished(() => void http.close())
  return { taken, url: `http://127.0.0.1:${(http.address() as AddressInfo).port}/` }
}

const until = async (isSo: () => boolean) => {
  while (!isSo()) await new Promise((resume) => setTimeout(resume, 20))
}

describe("webhooks", () => {
  const secret = `whsec_${Buffer.alloc(32, 7).toString("base64")}`
  const env = { PAYLOOM_WEBHOOK_SECRET: secret }

  it.each(["payment.succeeded", "dispute.won", "subscription.past_due", "refund.succeeded"])(
    "trigger sends a signed %s that a receiver accepts",
    async (type) => {
      const { taken, url } = await receiver(secret)
      const { code } = await runLine(["webhooks", "trigger", type, "--forward", url], { env })
      expect({ code, taken }).toEqual({ code: 0, taken: [type] })
    }
  )

  it("listen forwards what happens at a server of start, in the order of the events", async () => {
    const interrupts = new Interrupts()
    let printed = ""
    const running = runLine(["start", "--port", "0", "--database", "started.db", "--json"], {
      cwd: folder,
      interrupts,
      onWrite: (text) => {
        printed += text
      }
    })
    await until(() => printed.includes("\n"))
    const { url, secret_key: key, instruments } = JSON.parse(printed)
    const { taken, url: forward } = await receiver(secret)
    const hearing = new Interrupts()
    const serverEnv = { ...env, PAYLOOM_KEY: key, PAYLOOM_URL: url }
    const listening = runLine(["webhooks", "listen", "--forward", forward], {
      env: serverEnv,
      interrupts: hearing
    })
    await until(() => hearing.isHeard)
    const response = await fetch(`${url}/payments`, {
      method: "POST",
      headers: { authorization: `Bearer ${key}`, "idempotency-key": "order-1" },
      body: JSON.stringify({
        amount: "1250",
        currency: "EUR",
        type: "one_off",
        payment_instrument: instruments.approved
      })
    })
    const { id } = (await response.json()) as { readonly id: string }
    await until(() => taken.length > 0)
    const refund = ["payments", "refund", id, "--amount", "100", "--json"]
    expect((await runLine(refund, { env: serverEnv })).code).toBe(0)
    await until(() => taken.length === 3)
    expect(taken).toEqual(["payment.succeeded", "refund.pending", "refund.succeeded"])
    hearing.interrupt()
    expect((await listening).code).toBe(130)
    // The same payment from the server and from its database, in the same form.
    const show = ["payments", "show", id, "--json"]
    const overHttp = await runLine(show, { env: serverEnv })
    const database = join(folder, "started.db")
    const inDatabase = await runLine(show, { env: { PAYLOOM_DATABASE: database } })
    expect(JSON.parse(inDatabase.stdout)).toEqual(JSON.parse(overHttp.stdout))
    interrupts.interrupt()
    expect((await running).code).toBe(130)
  })
})

describe("init", () => {
  it("creates a project whose tests pass, and changes no existing file", async () => {
    const own = join(folder, "new")
    mkdirSync(own)
    const made = await runLine(["init", "shop"], { cwd: own })
    expect(made).toMatchObject({ code: 0, stderr: "" })
    const project = join(own, "shop")
    symlinkSync(
      resolve(import.meta.dirname, "../../../../node_modules"),
      join(project, "node_modules")
    )
    const { status, stdout } = spawnSync(process.execPath, ["--test"], {
      cwd: project,
      encoding: "utf8",
      env: { PATH: process.env.PATH, NODE_OPTIONS: "--conditions=source" }
    })
    expect(stdout).toMatch(/pass 3\b/)
    expect(status).toBe(0)
    const before = readFileSync(join(project, ".env"), "utf8")
    const again = await runLine(["init", "shop"], { cwd: own })
    expect(again.code).toBe(1)
    expect(readFileSync(join(project, ".env"), "utf8")).toBe(before)
  })
})
