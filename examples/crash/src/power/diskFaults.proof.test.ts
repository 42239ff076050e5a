import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { aheadClock } from "@payloom/example-kit/aheadClock"
import { clientOf } from "@payloom/example-kit/client"
import { startCrew } from "@payloom/example-kit/crew"
import { untilSettled } from "@payloom/example-kit/untilSettled"
import { describe, expect, it, onTestFinished } from "vitest"
import { audit } from "../audit.ts"
import { startEngine } from "../engine.ts"
import { openShop } from "../shop.ts"
import { orderPayment } from "../testing/orderPayment.ts"
import { diskObstacle, ForgetfulDisk } from "./ForgetfulDisk.ts"

const opened = async () => {
  const folder = mkdtempSync(join(tmpdir(), "payloom-disk-test-"))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const disk = ForgetfulDisk.in(folder)
  disk.turnOn()
  const places = { storage: join(disk.folder, "payloom.db"), bank: join(folder, "bank") }
  const clock = aheadClock()
  const judge = await startEngine(places, { clock, works: false })
  const crew = startCrew({
    servers: 1,
    script: join(import.meta.dirname, "../server.ts"),
    setup: places,
    run: { env: disk.env }
  })
  onTestFinished(async () => {
    await crew.stop()
    await judge.payloom.close()
    disk.close()
  })
  const shop = await openShop(judge.payloom, judge.box)
  await expect.poll(() => crew.url()).not.toBeNull()
  const client = clientOf(shop.secretKey, crew.url)
  const answerOf = async (path: string, init: RequestInit = {}) => {
    const send = () => fetch(`${crew.url()}${path}`, init)
    // The server may close an idle connection at the moment that it is used.
    const response = await send().catch(send)
    return { status: response.status, text: await response.text() }
  }
  const paymentOf = (key: string) => orderPayment(shop, key, key)
  const Authorization = `Bearer ${shop.secretKey}`
  const pay = (key: string) => {
    const { path, body } = paymentOf(key)
    const headers = { Authorization, "Idempotency-Key": key }
    return answerOf(path, { method: "POST", headers, body: JSON.stringify(body) })
  }
  const read = (path: string) => answerOf(path, { headers: { Authorization } })
  const settledAudit = async () => {
    const { scope } = shop.merchant
    const onProgress = () => undefined
    await untilSettled({ crew, clock, client, ...judge, scope, patienceMs: 90_000, onProgress })
    return audit({ ...judge, shop, client, sessions: [], wrong: crew.wrong })
  }
  return { disk, client, answerOf, paymentOf, pay, read, settledAudit }
}

/** A payment makes fewer operations on the disk. */
const operationsOfPayment = 60

const messages = {
  full: /has no space left at the moment/,
  failing: /can't be reached at the moment/
} as const

const why = diskObstacle === null ? "" : ` (${diskObstacle})`

describe.skipIf(diskObstacle !== null)(`a disk that takes no writes${why}`, () => {
  it.each(["full", "failing"] as const)(
    "and is %s from any write of a payment on fails it with 503, and it is charged once afterwards",
    async (fault) => {
      const { disk, client, answerOf, paymentOf, pay, settledAudit } = await opened()
      const keys = Array.from({ length: operationsOfPayment }, (_, nth) => `order ${nth + 1}`)
      let failed = 0
      for (const [nth, key] of keys.entries()) {
        disk.failAfter(nth + 1, fault)
        const { status, text } = await pay(key)
        if (status !== 200) {
          failed += 1
          expect([status, text]).toEqual([503, expect.stringMatching(messages[fault])])
        }
        disk.mend()
      }
      await Promise.all(keys.map((key) => client.ask(paymentOf(key))))
      expect(failed).toBeGreaterThan(3)
      expect(await settledAudit()).toEqual({ lost: 0, doubled: 0, findings: [] })
      expect(client.unanswered.size).toBe(0)
      expect(client.acknowledged).toHaveLength(operationsOfPayment)
      expect(await answerOf("/health")).toMatchObject({ status: 200 })
    }
  )

  it.each(["full", "failing"] as const)(
    "and is %s is reported by /health until a write succeeds, and reads are answered",
    async (fault) => {
      const { disk, answerOf, pay, read } = await opened()
      const paid = await pay("before")
      expect(paid.status).toBe(200)
      disk.failAfter(1, fault)
      expect((await pay("meanwhile")).status).toBe(503)
      for (const _ of [1, 2]) {
        const health = await answerOf("/health")
        expect(health).toMatchObject({ status: 503, text: expect.stringMatching(messages[fault]) })
      }
      const id = String(JSON.parse(paid.text).id)
      expect(await read(`/payments/${id}`)).toMatchObject({ status: 200 })
      disk.mend()
      expect(await answerOf("/health")).toMatchObject({ status: 200 })
    }
  )
})
