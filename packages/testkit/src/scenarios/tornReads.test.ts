import { it } from "vitest"
import { auditedShops } from "./testing/auditedShops.ts"
import {
  type Act,
  interruptEachRead,
  type PrepareActs,
  paysWith,
  runsDue,
  tells
} from "./testing/interruptedShop.ts"
import { openCheckout } from "./testing/openCheckout.ts"
import { day, minute, second } from "./testing/openShop.ts"
import { newKey, subscribe } from "./testing/subscribing.ts"

const audited = auditedShops()

const manual = { captureMethod: "manual" } as const

const both = (act: Act) => ({ first: act, meanwhile: act })

const acts: Readonly<Record<string, PrepareActs>> = {
  "a charge is settled, told of twice": async ({ shop }) => {
    await shop.pay("pending")
    await shop.clock.advance(10 * second)
    return both(tells(shop))
  },
  "a charge is settled, told of and looked up": async ({ shop }) => {
    await shop.pay("pending")
    await shop.clock.advance(minute)
    return { first: runsDue, meanwhile: tells(shop) }
  },
  "a charge is declined, looked up and told of": async ({ shop }) => {
    await shop.pay("pending_declined")
    await shop.clock.advance(minute)
    return { first: tells(shop), meanwhile: runsDue }
  },
  "the charge of a session is settled": async ({ shop }) => {
    const { confirm } = await openCheckout(shop)
    await confirm("pending")
    await shop.clock.advance(minute)
    return { first: tells(shop), meanwhile: runsDue }
  },
  "a refund is settled": async ({ shop }) => {
    const { id } = await shop.pay("refund_pending")
    await shop.until(shop.shop().payments.refund(id, {}, newKey()))
    await shop.clock.advance(minute)
    return { first: tells(shop), meanwhile: runsDue }
  },
  "a capture is taken back": async ({ shop }) => {
    const payment = await shop.pay("approved")
    await shop.run(shop.box.returnCapture(payment))
    return both(tells(shop))
  },
  "a payment is disputed and refunded": async ({ shop }) => {
    const payment = await shop.pay("approved")
    await shop.run(shop.box.dispute(payment))
    return {
      first: ({ merchant }) => merchant.payments.refund(payment.id, {}, newKey()),
      meanwhile: tells(shop)
    }
  },
  "a hold is captured and voided": async ({ shop }) => {
    const { id } = await shop.pay("approved", manual)
    return {
      first: ({ merchant }) => merchant.payments.capture(id, {}, newKey()),
      meanwhile: ({ merchant }) => merchant.payments.void(id, {}, newKey())
    }
  },
  "a hold is voided and captured": async ({ shop }) => {
    const { id } = await shop.pay("approved", manual)
    return {
      first: ({ merchant }) => merchant.payments.void(id, {}, newKey()),
      meanwhile: ({ merchant }) => merchant.payments.capture(id, {}, newKey())
    }
  },
  "a payment is refunded": async ({ shop }) => {
    const { id } = await shop.pay("approved")
    return both(({ merchant }) => merchant.payments.refund(id, {}, newKey()))
  },
  "a session is canceled and paid": async ({ shop }) => {
    const checkout = await openCheckout(shop)
    const { id } = checkout
    const pay = await paysWith(shop, checkout, "approved")
    return { first: ({ merchant }) => merchant.checkout.cancel(id), meanwhile: pay }
  },
  "a session is paid and canceled": async ({ shop }) => {
    const checkout = await openCheckout(shop)
    const { id } = checkout
    const pay = await paysWith(shop, checkout, "approved")
    return { first: pay, meanwhile: ({ merchant }) => merchant.checkout.cancel(id) }
  },
  "a subscription is canceled and billed": async ({ shop }) => {
    const { id } = await subscribe(shop)
    await shop.clock.advance(32 * day)
    return {
      first: ({ merchant }) => merchant.subscriptions.cancel(id, {}, newKey()),
      meanwhile: runsDue
    }
  },
  "a subscription is billed and canceled": async ({ shop }) => {
    const { id } = await subscribe(shop)
    await shop.clock.advance(32 * day)
    return {
      first: runsDue,
      meanwhile: ({ merchant }) => merchant.subscriptions.cancel(id, {}, newKey())
    }
  },
  "a subscription is paused and billed": async ({ shop }) => {
    const { id } = await subscribe(shop)
    await shop.clock.advance(32 * day)
    return {
      first: ({ merchant }) => merchant.subscriptions.pause(id, {}, newKey()),
      meanwhile: runsDue
    }
  },
  "the next charges of a subscription are shown and it is billed": async ({ shop }) => {
    const { id } = await subscribe(shop)
    await shop.clock.advance(32 * day)
    return {
      first: ({ merchant }) => merchant.subscriptions.upcoming(id),
      meanwhile: runsDue
    }
  },
  "a subscription's first charge is settled": async ({ shop }) => {
    await subscribe(shop, "pending")
    await shop.clock.advance(minute)
    return { first: tells(shop), meanwhile: runsDue }
  }
}

it.each(Object.keys(acts))(
  "while %s by two processes, no read between the other's commits is a defect",
  (name) => interruptEachRead(audited, acts[name] as PrepareActs)
)
