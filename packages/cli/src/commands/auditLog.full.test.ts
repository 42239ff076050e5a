import { writeFileSync } from "node:fs"
import { hostname, userInfo } from "node:os"
import { join } from "node:path"
import { AlertCollection, AuditCollection, insert, KeptNotificationCollection } from "@payloom/core"
import Database from "better-sqlite3"
import { Effect } from "effect"
import { describe, expect, it } from "vitest"
import { operatorOf } from "../target/asOperator.ts"
import { openStore } from "../target/openStore.ts"
import { runLine } from "../testing/runLine.ts"
import { sandboxStore } from "../testing/sandboxStore.ts"
import { temporaryFolder } from "../testing/temporaryFolder.ts"
import { allCommands } from "./allCommands.ts"

const folder = temporaryFolder()
const store = await sandboxStore(folder)
const { merchant: scope, payment, subscription } = store

const run = (args: ReadonlyArray<string>) => runLine(args, { env: store.env, cwd: folder })
const asJson = async (args: ReadonlyArray<string>) =>
  JSON.parse((await run([...args, "--json"])).stdout)

/** Runs a function on the rows of the store. */
const onRows = async <A>(use: (rows: Awaited<ReturnType<typeof openStore>>["storage"]) => A) => {
  const open = await openStore(store.file, folder)
  try {
    return await use(open.storage)
  } finally {
    await open.close()
  }
}

const auditLog = () =>
  onRows(async ({ page }) => {
    const query = { order: "asc", limit: 100 } as const
    return (await Effect.runPromise(page(scope, AuditCollection, query))).map(({ row }) => row)
  })

/** Returns all rows of the file as text. */
const everything = (): string => {
  const raw = new Database(store.file, { readonly: true })
  const names = raw.prepare("SELECT name FROM sqlite_master WHERE type = 'table'").pluck().all()
  const rows = names.map((name) => raw.prepare(`SELECT * FROM "${name}"`).raw().all())
  raw.close()
  return JSON.stringify(rows, (_, value) => (typeof value === "bigint" ? `${value}` : value))
}

const alert = "alert_01K00000000000000000000000"
const notification = "notice_01K00000000000000000000000"
await onRows(({ commit }) => {
  const row = {
    id: alert,
    type: "alert.late_charge",
    state: "open",
    subject: payment,
    payment,
    event: "event_01K00000000000000000000000",
    takenBy: null,
    takenAt: null,
    resolvedBy: null,
    resolvedAt: null,
    note: null,
    created: Date.now()
  } as never
  const notice = {
    id: notification,
    mid: "mid_01K00000000000000000000000",
    status: "kept",
    obstacle: "unknown_reference",
    payment: null,
    notice: {
      _tag: "Modification",
      id: "odd",
      reference: "capture_unknown",
      modification: {
        _tag: "Found",
        state: "succeeded",
        providerReference: "ca_1",
        rawCode: null
      }
    },
    alertedAt: null,
    created: Date.now(),
    bookedAt: null
  } as never
  const rows = [
    insert(scope, AlertCollection, row),
    insert(scope, KeptNotificationCollection, notice)
  ]
  return Effect.runPromise(commit(rows))
})

const mid = (await asJson(["mids", "list"])).data[0].id
const key = (await asJson(["keys", "create"])).id
const attempt = (await asJson(["payments", "show", payment])).attempts.data[0].id
writeFileSync(join(folder, "rules.json"), "[]")
writeFileSync(
  join(folder, "report.csv"),
  `reference,kind,gross,fee,currency\n${attempt},charge,12.50,0.30,EUR\n`
)
const mapping = {
  reference: "reference",
  kind: { column: "kind", kinds: { charge: "charge" } },
  gross: "gross",
  fee: "fee",
  currency: "currency",
  decimalMark: "."
}
writeFileSync(join(folder, "mapping.json"), JSON.stringify(mapping))

/** The arguments of each command on an account. A command without its line fails the test. */
const linesOf: Readonly<Record<string, ReadonlyArray<string>>> = {
  "payments list": [],
  "payments show": [payment],
  "payments explain": [payment],
  "payments refund": [payment, "--amount", "100", "--reason", "Broken"],
  "subscriptions show": [subscription],
  "events tail": ["--from", "1d", "--once"],
  "webhooks listen": [],
  "ledger balance": [],
  "ledger statement": ["merchant_payable"],
  "ledger reconcile": ["report.csv", "--mid", mid, "--mapping", "mapping.json", "--book"],
  "mids list": [],
  "mids show": [mid],
  "mids pause": [mid],
  "mids resume": [mid],
  "rules list": [],
  "rules simulate": ["rules.json"],
  "keys list": [],
  "keys create": [],
  "keys revoke": [key],
  jobs: [],
  "alerts list": [],
  "alerts take": [alert],
  "alerts resolve": [alert, "--note", "The key had expired."],
  "alerts reopen": [alert],
  "notifications list": [],
  "notifications dismiss": [notification]
}

/** One runs until it is interrupted, and one needs an account at Stripe. */
const elsewhere = new Set(["webhooks listen", "import stripe"])

const commands = allCommands
  .flatMap((entry) => ("commands" in entry ? entry.commands : [entry]))
  .filter(({ name, needs }) => needs !== "nothing" && !elsewhere.has(name))
const by = operatorOf("", userInfo().username, process.env.SUDO_USER).actor

describe("the audit log", () => {
  it.each(commands.map((command) => [command.name, command] as const))(
    "of `payloom %s` has one entry if the command changes an account, and none if it reads",
    async (name, { records }) => {
      const line = linesOf[name]
      expect(line).toBeDefined()
      const rows = everything()
      const before = await auditLog()
      const { code, stderr } = await run([...name.split(" "), ...(line ?? [])])
      expect([0, 3], stderr).toContain(code)
      const written = (await auditLog()).slice(before.length)
      if (records === undefined) expect(everything()).toBe(rows)
      expect(written).toMatchObject(
        records === undefined
          ? []
          : [{ operation: records, actor: by, reason: `payloom ${name}`, request: null }]
      )
    }
  )

  it("has the payment, the key or the alert that a command changed", async () => {
    const subjects = Object.fromEntries(
      (await auditLog()).map(({ operation, subject }) => [operation, subject])
    )
    expect(subjects).toMatchObject({
      "payments.refund": payment,
      "tenants.revokeApiKey": key,
      "tenants.createApiKey": expect.stringMatching(/^key_/),
      "routing.updateMid": mid,
      "ledger.reconcile": mid,
      "alerts.resolve": alert
    })
  })

  it("names the person who became root, and no user is too odd to be recorded", () => {
    const at = `@${hostname()}`
    expect(operatorOf("x", "ada").actor.id).toBe(`ada${at}`)
    expect(operatorOf("x", "root", "ada").actor.id).toBe(`ada as root${at}`)
    expect(operatorOf("x", "ada", "eve").actor.id).toBe(`ada${at}`)
    expect(operatorOf("x", `a\n\u001b[2J${"b".repeat(500)}`).actor.id).toMatch(/^a\[2Jb{251}$/)
  })
})
