import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { serveNode } from "@payloom/adapter-http/node"
import { aheadClock } from "@payloom/example-kit/aheadClock"
import { clientOf } from "@payloom/example-kit/client"
import { expect, it, onTestFinished } from "vitest"
import { audit, type Judged } from "./audit.ts"
import { startEngine } from "./engine.ts"
import { openShop } from "./shop.ts"
import { orderPayment } from "./testing/orderPayment.ts"

const opened = async (): Promise<Judged> => {
  const folder = mkdtempSync(join(tmpdir(), "payloom-crash-audit-"))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const places = { storage: join(folder, "payloom.db"), bank: join(folder, "bank") }
  const judge = await startEngine(places, { clock: aheadClock(), works: true })
  const serving = await serveNode(judge.payloom, { port: 0 })
  onTestFinished(serving.close)
  const shop = await openShop(judge.payloom, judge.box)
  const client = clientOf(shop.secretKey, () => serving.url)
  return { ...judge, shop, client, sessions: [], wrong: [] }
}

const pay = ({ client, shop }: Judged, key: string, order: string) =>
  client.ask(orderPayment(shop, key, order))

it("the audit finds changed answers, double charges and errors of servers", async () => {
  const judged = await opened()
  const { client } = judged
  await pay(judged, "first", "first")
  expect(await audit(judged)).toEqual({ lost: 0, doubled: 0, findings: [] })

  await pay(judged, "again", "first")
  expect(await audit(judged)).toMatchObject({
    doubled: 1,
    findings: [expect.stringMatching(/2 payments and was charged 2 times/)]
  })

  const [answered] = client.acknowledged
  if (answered === undefined) throw new Error("No answer was found.")
  const reply = { ...answered.reply, text: answered.reply.text.replace("succeeded", "declined") }
  const changed = { ...client, acknowledged: [{ ...answered, reply }] }
  expect((await audit({ ...judged, client: changed })).lost).toBe(1)
  const neverSent = { ...client, acknowledged: [{ ...answered, key: "never sent" }] }
  expect((await audit({ ...judged, client: neverSent })).lost).toBe(1)
  expect((await audit({ ...judged, wrong: ["a defect"] })).findings).toContain("a defect")
})
