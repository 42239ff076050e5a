// Decoders are compiled, as an application may do it.
import "effect/schema/SchemaJITCompiler/enable"
import { setTimeout as pause } from "node:timers/promises"
import type { Payloom } from "@payloom/core"
import { priceOf, refundAmount } from "../shared/bankClient.ts"
import { serve } from "../shared/serve.ts"
import { waiting } from "../shared/waiting.ts"
import { openPayloom } from "./openPayloom.ts"

/** The wait between two looks at a payment whose outcome another process may have decided. */
const betweenLooksMs = 250

await serve(async (places) => {
  const jobs = waiting()
  const payments = waiting()
  const { shop, card } = await openPayloom(places, {
    onPayment: payments.done,
    onJob: jobs.done
  })
  /** Waits until the payment has a state. Commits of this process are noticed at once. */
  const until = async (id: string, isReached: (payment: Seen) => boolean): Promise<Seen> => {
    while (true) {
      const changed = payments.until(id)
      const seen = await shop.payments.retrieve(id)
      if (isReached(seen)) return seen
      await Promise.race([changed, pause(betweenLooksMs)])
    }
  }
  const hold = (order: string, nth: number) =>
    shop.payments.create(
      {
        amount: BigInt(priceOf(order)),
        currency: "EUR",
        type: "one_off",
        paymentInstrument: card.id,
        customer: card.customer,
        captureMethod: "manual"
      },
      { idempotencyKey: `${order}:hold:${nth}` }
    )
  /**
   * Returns the id of an order's payment, once it is held. A payment fails if the bank never got
   * its charge. Then the order is paid again.
   */
  const held = async (order: string): Promise<string> => {
    for (let nth = 1; ; nth++) {
      const { id, status: first } = await hold(order, nth)
      if (first === "authorized") return id
      const { status } = await until(id, (seen) => seen.status !== "processing")
      if (status !== "failed") return id
    }
  }
  return {
    lifecycle: async (order) => {
      const id = await held(order)
      await shop.payments.capture(id, {}, { idempotencyKey: `${order}:capture` })
      await until(id, (seen) => seen.amountCaptured === BigInt(priceOf(order)))
      const amount = BigInt(refundAmount)
      await shop.payments.refund(id, { amount }, { idempotencyKey: `${order}:refund` })
      await until(id, (seen) => seen.amountRefunded === amount)
    },
    isDone: async (order) => {
      const { amountRefunded } = await shop.payments.retrieve(await held(order))
      return amountRefunded === BigInt(refundAmount)
    },
    job: async (nth) => {
      const subject = `job ${nth}`
      const ran = jobs.until(subject)
      await shop.rivals.add({ subject }, { idempotencyKey: subject })
      await ran
    }
  }
})

type Seen = Awaited<ReturnType<ReturnType<Payloom["merchant"]>["payments"]["retrieve"]>>
