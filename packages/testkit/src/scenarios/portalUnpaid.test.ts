import { expect, it } from "vitest"
import { auditedShops } from "./testing/auditedShops.ts"
import { openPortal } from "./testing/openPortal.ts"
import { declineNoMore, elapseTo, fallBehind, resume } from "./testing/subscribing.ts"

const open = auditedShops()

it("a subscription that dunning has paused can only be resumed by the merchant", async () => {
  const shop = await open()
  const subscriber = await fallBehind(shop)
  await shop
    .process()
    .payloom.tenants.updateAccount(shop.shop().scope, { dunningExhausted: "pause" })
  await elapseTo(shop, "2027-01-16")
  const { portal } = await openPortal(shop, subscriber)
  const [subscription] = (await portal.listSubscriptions()).data
  expect(subscription?.status).toBe("paused")
  expect(subscription?.actions).not.toContain("resume")
  await expect(portal.resume(subscriber.id)).rejects.toMatchObject({
    _tag: "SubscriptionUnpaid"
  })
  declineNoMore(shop)
  await resume(shop, subscriber)
  await portal.pause(subscriber.id)
  expect((await portal.resume(subscriber.id)).status).toBe("active")
})
