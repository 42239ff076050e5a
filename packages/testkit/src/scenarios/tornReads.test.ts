import { expect, it } from "vitest"
import { auditedShops } from "./testing/auditedShops.ts"
import type { Process } from "./testing/ground.ts"
import { type InterruptedShop, interruptedShop } from "./testing/interruptedShop.ts"
import { openCheckout } from "./testing/openCheckout.ts"
import { day, minute, type Shop, second } from "./testing/openShop.ts"
import { subscribe } from "./testing/subscribing.ts"

const audited = auditedShops()

type Act = (process: Process) => Promise<unknown>

/** Returns what both processes do at the same time, after it made the history before. */
type Prepare = (ground: InterruptedShop) => Promise<readonly [first: Act, other: Act]>

let keys = 0
const newKey = () => ({ idempotencyKey: `key of torn reads ${++keys}` })

const manual = { captureMethod: "manual" } as const

const told =
  ({ box }: Shop): Act =>
  ({ payloom }) =>
    box.notify(payloom, { again: true })

const looksUp: Act = ({ payloom }) => payloom.runDue()

const both = (act: Act): readonly [Act, Act] => [act, act]

const acts: Readonly<Record<string, Prepare>> = {
  "a charge is settled, told of twice": async ({ shop }) => {
    await shop.pay("pending")
    await shop.clock.advance(10 * second)
    return both(told(shop))
  },
  "a charge is settled, told of and looked up": async ({ shop }) => {
    await shop.pay("pending")
    await shop.clock.advance(minute)
    return [looksUp, told(shop)]
  },
  "a charge is declined, looked up and told of": async ({ shop }) => {
    await shop.pay("pending_declined")
    await shop.clock.advance(minute)
    return [told(shop), looksUp]
  },
  "the charge of a session is settled": async ({ shop }) => {
    const { confirm } = await openCheckout(shop)
    await confirm("pending")
    await shop.clock.advance(minute)
    return [told(shop), looksUp]
  },
  "a refund is settled": async ({ shop }) => {
    const { id } = await shop.pay("refund_pending")
    await shop.until(shop.shop().payments.refund(id, {}, newKey()))
    await shop.clock.advance(minute)
    return [told(shop), looksUp]
  },
  "a capture is taken back": async ({ shop }) => {
    const payment = await shop.pay("approved")
    await shop.run(shop.box.returnCapture(payment))
    return both(told(shop))
  },
  "a payment is disputed and refunded": async ({ shop }) => {
    const payment = await shop.pay("approved")
    await shop.run(shop.box.dispute(payment))
    return [({ merchant }) => merchant.payments.refund(payment.id, {}, newKey()), told(shop)]
  },
  "a hold is captured and voided": async ({ shop }) => {
    const { id } = await shop.pay("approved", manual)
    return [
      ({ merchant }) => merchant.payments.capture(id, {}, newKey()),
      ({ merchant }) => merchant.payments.void(id, {}, newKey())
    ]
  },
  "a hold is voided and captured": async ({ shop }) => {
    const { id } = await shop.pay("approved", manual)
    return [
      ({ merchant }) => merchant.payments.void(id, {}, newKey()),
      ({ merchant }) => merchant.payments.capture(id, {}, newKey())
    ]
  },
  "a payment is refunded": async ({ shop }) => {
    const { id } = await shop.pay("approved")
    return both(({ merchant }) => merchant.payments.refund(id, {}, newKey()))
  },
  "a session is canceled and paid": async ({ shop }) => {
    const { id, prepare } = await openCheckout(shop)
    const pay = await prepare("approved")
    return [({ merchant }) => merchant.checkout.cancel(id), pay]
  },
  "a session is paid and canceled": async ({ shop }) => {
    const { id, prepare } = await openCheckout(shop)
    const pay = await prepare("approved")
    return [pay, ({ merchant }) => merchant.checkout.cancel(id)]
  },
  "a subscription is canceled and billed": async ({ shop }) => {
    const { id } = await subscribe(shop)
    await shop.clock.advance(32 * day)
    return [({ merchant }) => merchant.subscriptions.cancel(id, {}, newKey()), looksUp]
  },
  "a subscription is billed and canceled": async ({ shop }) => {
    const { id } = await subscribe(shop)
    await shop.clock.advance(32 * day)
    return [looksUp, ({ merchant }) => merchant.subscriptions.cancel(id, {}, newKey())]
  },
  "a subscription is paused and billed": async ({ shop }) => {
    const { id } = await subscribe(shop)
    await shop.clock.advance(32 * day)
    return [({ merchant }) => merchant.subscriptions.pause(id, {}, newKey()), looksUp]
  },
  "a subscription's first charge is settled": async ({ shop }) => {
    await subscribe(shop, "pending")
    await shop.clock.advance(minute)
    return [told(shop), looksUp]
  }
}

it.each(Object.keys(acts))(
  "while %s by two processes, no read between the other's commits is a defect",
  async (name) => {
    for (let read = 1; ; read++) {
      const ground = await interruptedShop(audited)
      const { shop, other, interrupt } = ground
      const [first, meanwhile] = await (acts[name] as Prepare)(ground)
      const refused = (error: unknown) => expect(error).toHaveProperty("_tag")
      const wasRead = await interrupt(
        read,
        () => first(shop.process()).catch(refused),
        () => meanwhile(other).catch(refused)
      )
      await shop.elapse(20 * minute)
      expect(shop.logged.filter(({ cause }) => cause?.includes("forbids") === true)).toEqual([])
      if (!wasRead) return expect(read).toBeGreaterThan(3)
    }
  }
)
