import { describe, expect, it } from "vitest"
import { type CommitFault, commitFaults } from "../faults/mortalStorage.ts"
import { type ChargeConduct, chargeThat } from "../sandbox/conduct.ts"
import { sandboxAccounts } from "../sandbox/sandboxAccounts.ts"
import { auditedShops } from "./testing/auditedShops.ts"
import { minute, type Shop } from "./testing/openShop.ts"
import {
  begunCycles,
  elapseTo,
  standing,
  subscribe,
  subscriptionEvents
} from "./testing/subscribing.ts"

const open = auditedShops()

const points: ReadonlyArray<readonly [number, CommitFault]> = [1, 2, 3].flatMap((commit) =>
  commitFaults.map((fault) => [commit, fault] as const)
)

/** The conduct of the first call of a renewal, in addition to the fault of a commit. */
const calls: ReadonlyArray<readonly [string, ChargeConduct]> = [
  ["is approved", chargeThat.isApproved()],
  ["is not sent", chargeThat.isNotSent()],
  ["is lost before the bank", chargeThat.throws()],
  ["is lost after the bank", chargeThat.throwsAfterCharging()],
  ["never ends before the bank", chargeThat.hangs()],
  ["never ends after the bank", chargeThat.hangsAfterCharging()],
  ["is declined for a technical reason", chargeThat.isDeclined("issuer_down")]
]

/** Runs due jobs in a process with a fault at one of its commits. Another process continues. */
const fails = async (shop: Shop, [commit, fault]: readonly [number, CommitFault]) => {
  const running = shop.process()
  running.mortal.meet((number) => (number === commit ? fault : undefined))
  const done = running.payloom.runDue()
  done.catch(() => undefined)
  for (let turn = 0; turn < 3 && !running.mortal.isDead(); turn++) await shop.clock.advance(minute)
  await shop.restart()
}

const keptAtBank = async (shop: Shop) =>
  (await shop.run(shop.box.bank.charges())).filter(({ state }) => state === "captured").length

describe.each(calls)("a renewal whose first call %s", (_, conduct) => {
  it.each(points)(
    "is paid once, and is never past due, with a fault at commit %i: %s",
    async (...at) => {
      const shop = await open()
      const subscriber = await subscribe(shop)
      await elapseTo(shop, "2026-12-15T11:59:00Z")
      shop.box.script.charge(conduct, { account: sandboxAccounts.primary })
      await shop.clock.advance(minute)
      await fails(shop, at)
      await elapseTo(shop, "2026-12-18")
      expect((await standing(shop, subscriber)).status).toBe("active")
      expect((await begunCycles(shop, subscriber))[1]).toBe("2 paid 2026-12-15")
      expect(await keptAtBank(shop)).toBe(2)
      const events = await subscriptionEvents(shop)
      expect(events).toEqual(["created", "activated", "upcoming_renewal", "renewed"])
    }
  )
})
