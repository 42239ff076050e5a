import { join } from "node:path"
import { Effect } from "effect"
import { expect, it } from "vitest"
import { storageAt } from "../../storageAt.ts"
import { testEngines } from "../../testing/filledStore.ts"
import { runLine } from "../../testing/runLine.ts"
import { temporaryFolder } from "../../testing/temporaryFolder.ts"

const folder = temporaryFolder()
const engines = testEngines()

/** Opens a store in which the bank reported a dispute of nothing. */
const heldStore = async (file: string) => {
  const { box } = engines
  const payloom = await engines.open(storageAt(join(folder, file)))
  const shop = await box.openShop(payloom)
  const payment = await shop.payments.create(
    {
      amount: 1250n,
      currency: "EUR",
      type: "one_off",
      paymentInstrument: await box.saveCard(shop, "approved")
    },
    { idempotencyKey: "payment" }
  )
  await Effect.runPromise(box.dispute(payment, { amount: 0n, stage: "lost" }))
  await box.notify(payloom)
  await payloom.runDue()
  await payloom.close()
  const env = {
    PAYLOOM_DATABASE: join(folder, file),
    PAYLOOM_SECRET: box.setup.secret,
    PAYLOOM_TENANT: shop.scope.tenant
  }
  return {
    payment: payment.id,
    run: (...args: ReadonlyArray<string>) => runLine(args, { cwd: folder, env })
  }
}

it("notifications list and dismiss those that can't be booked, so that refunds are possible", async () => {
  const { payment, run } = await heldStore("held.db")
  const refund = ["payments", "refund", payment, "--yes"]
  const [kept] = JSON.parse((await run("notifications", "list", "--json")).stdout).data
  expect(kept).toMatchObject({ status: "kept", kind: "dispute", payment, amount: "0" })
  const listed = await run("notifications", "list", "--status", "kept")
  expect(listed).toMatchObject({ code: 0, stdout: expect.stringContaining(kept.id) })
  expect(listed.stderr).toContain("The console tries one again")

  expect((await run(...refund)).stderr).toContain(`replay or dismiss ${kept.id} first`)
  const dismissed = await run("notifications", "dismiss", kept.id, "--yes", "--json")
  expect([dismissed.code, JSON.parse(dismissed.stdout).status]).toEqual([0, "dismissed"])
  expect((await run(...refund)).code).toBe(0)
  expect(await run("notifications", "list", "--status", "kept")).toMatchObject({
    code: 0,
    stdout: "Every notification was booked.\n"
  })
})

it("notifications dismiss says which notification is unknown", async () => {
  const { run } = await heldStore("unknown.db")
  const unknown = "notice_00000000000000000000000000"
  const { code, stderr } = await run("notifications", "dismiss", unknown, "--yes")
  expect(code).toBeGreaterThan(0)
  expect(stderr).toContain(unknown)
})
