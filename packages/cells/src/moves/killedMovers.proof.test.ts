import { spawn } from "node:child_process"
import { once } from "node:events"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { sqlite } from "@payloom/adapter-sqlite"
import { isEngineError, Payloom, type Payment } from "@payloom/core"
import { sandbox } from "@payloom/testkit"
import { expect, it, onTestFinished } from "vitest"
import { cells } from "../cells.ts"

const program = fileURLToPath(new URL("../testing/moverProgram.ts", import.meta.url))

/** Runs a mover, and kills it some time after it began to copy. Returns true if it was killed. */
const moveUntilKilled = async (args: ReadonlyArray<string>, killAfterMs: number | null) => {
  const child = spawn(process.execPath, ["--conditions=source", program, ...args], {
    stdio: ["ignore", "pipe", "inherit"]
  })
  await once(child.stdout, "data")
  child.stdout.resume()
  if (killAfterMs !== null) setTimeout(() => child.kill("SIGKILL"), killAfterMs)
  const [code] = child.exitCode === null ? await once(child, "close") : [child.exitCode]
  return code !== 0
}

it("a shop in files pays, refunds and is consumed while its movers are killed", async () => {
  const folder = mkdtempSync(join(tmpdir(), "payloom-moves-"))
  const file = (name: string) => sqlite(join(folder, `${name}.db`))
  const storage = cells({
    directory: file("directory"),
    cells: { a: file("a"), b: file("b") },
    placeTenant: () => "a"
  })
  const box = sandbox()
  const payloom = await Payloom.make({ ...box.setup, storage, options: { pollMs: 20 } })
  onTestFinished(async () => {
    await payloom.close()
    rmSync(folder, { recursive: true, force: true })
  })
  const shop = await box.openShop(payloom)
  const paymentInstrument = await box.saveCard(shop, "approved")
  const pay = (key: string) =>
    shop.payments.create(
      { amount: 1250n, currency: "EUR", type: "one_off", paymentInstrument },
      { idempotencyKey: key }
    )
  const seen: Array<string> = []
  await payloom.events.consume(
    "all",
    ({ type, data }) => {
      if (type === "payment.succeeded") seen.push(data.payment_id ?? "")
    },
    { from: "beginning" }
  )
  const paid: Array<Payment> = []
  let isOver = false
  const paying = (async () => {
    for (let nth = 0; !isOver; nth++) {
      try {
        const payment = await pay(`key ${nth}`)
        paid.push(payment)
        if (nth % 3 === 0) {
          await shop.payments.refund(payment.id, {}, { idempotencyKey: `refund ${nth}` })
        }
      } catch (error) {
        if (!isEngineError(error) || error._tag !== "StorageUnavailable") throw error
      }
    }
  })()
  let kills = 0
  for (const [to, afterMs] of [
    ["b", 690],
    ["b", null],
    ["a", 720],
    ["a", null]
  ] as const) {
    const isKilled = await moveUntilKilled([folder, shop.scope.tenant, to], afterMs)
    if (isKilled) kills += 1
    if (afterMs === null) expect(isKilled).toBe(false)
  }
  isOver = true
  await paying
  expect(kills).toBeGreaterThan(0)
  expect(paid.length).toBeGreaterThan(20)
  await expect.poll(() => new Set(seen).size).toBe(paid.length)
  const first = await shop.payments.retrieve(paid[1]?.id ?? "")
  expect(first).toEqual(paid[1])
  expect(await pay("key 1")).toEqual(paid[1])
  expect(await box.audit(payloom)).toEqual([])
})
