import { expect, it } from "vitest"
import { auditedShops } from "./testing/auditedShops.ts"
import { openCheckout } from "./testing/openCheckout.ts"

const open = auditedShops()

it("attempts are listed in the payment's order, even if several processes opened them in one millisecond", async () => {
  const shop = await open()
  const others = [await shop.start(), await shop.start(), await shop.start()]
  const checkout = await openCheckout(shop)
  let result = await checkout.confirm("do_not_honor")
  for (const { payloom } of [...others, ...others]) {
    result = await checkout.confirm("do_not_honor", payloom)
  }
  const payment = await shop.shop().payments.retrieve(result.payment ?? "")
  expect(payment.attempts).toHaveLength(7)
  expect(new Set(payment.attempts.map((id) => id.slice(0, 18))).size).toBe(1)
  expect(payment.attempts.toSorted()).not.toEqual(payment.attempts)
  const { payments } = shop.shop()
  const { data } = await payments.listAttempts(payment.id)
  expect(data.map(({ id }) => id)).toEqual(payment.attempts)
  const walked: Array<string> = []
  let cursor = {}
  for (let isLast = false; !isLast; ) {
    const page = await payments.listAttempts(payment.id, { limit: 2, ...cursor })
    walked.push(...page.data.map(({ id }) => id))
    cursor = { startingAfter: page.nextCursor ?? "" }
    isLast = !page.hasMore
  }
  expect(walked).toEqual(payment.attempts)
})
