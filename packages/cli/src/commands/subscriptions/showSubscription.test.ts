import { join } from "node:path"
import { sqlite } from "@payloom/adapter-sqlite"
import { Payloom } from "@payloom/core"
import { manualClock, sandbox } from "@payloom/testkit"
import { describe, expect, it } from "vitest"
import { runLine } from "../../testing/runLine.ts"
import { temporaryFolder } from "../../testing/temporaryFolder.ts"

const day = 86_400_000

/** Bills a subscription each day for some days. Returns its id and the environment of commands. */
const billedFor = async (days: number) => {
  const file = join(temporaryFolder(), "payloom.db")
  const [box, clock] = [sandbox(), manualClock()]
  const payloom = await Payloom.make({
    ...box.setup,
    storage: sqlite(file),
    clock,
    workers: false
  })
  const shop = await box.openShop(payloom)
  const paymentInstrument = await box.saveCard(shop, "approved")
  const { customer } = await shop.paymentInstruments.retrieve(paymentInstrument)
  const { id } = await shop.subscriptions.create(
    {
      customer,
      paymentInstrument,
      amount: 900n,
      currency: "EUR",
      interval: { unit: "day", count: 1 }
    },
    { idempotencyKey: "subscription" }
  )
  await clock.elapse(days * day, payloom)
  await payloom.close()
  const env = { PAYLOOM_DATABASE: file, PAYLOOM_SECRET: box.setup.secret }
  return { id, env }
}

describe("payloom subscriptions show", () => {
  it("shows the latest cycles, also those that are charged next", async () => {
    const { id, env } = await billedFor(20)
    const show = async (...more: ReadonlyArray<string>) => {
      const { stdout } = await runLine(["subscriptions", "show", id, "--json", ...more], { env })
      const { billing_cycles } = JSON.parse(stdout) as {
        readonly billing_cycles: ReadonlyArray<{ sequence: number; status: string }>
      }
      return billing_cycles.map(({ sequence, status }) => `${sequence} ${status}`)
    }
    expect(await show()).toHaveLength(12)
    expect((await show()).slice(-4)).toEqual([
      "21 paid",
      "22 scheduled",
      "23 scheduled",
      "24 scheduled"
    ])
    expect(await show("--cycles", "2")).toEqual(["23 scheduled", "24 scheduled"])
    expect(await show("--cycles", "0")).toEqual([])
    expect((await show("--cycles", "1000"))[0]).toBe("1 paid")
  })
})
