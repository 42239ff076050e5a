import { setTimeout as pause } from "node:timers/promises"
import { isAtLeast, openOrders, type Step, steps } from "../shared/ordersTable.ts"
import { serve } from "../shared/serve.ts"
import { prismClient } from "./prismClient.ts"

/**
 * The library's documents disagree about a call whose connection broke. Its page about errors says
 * not to repeat it without a key, and its text for assistants says to repeat it with back-off. So
 * the program can do either.
 */
const [, , , from = "", whenUnknown = "stop"] = process.argv

await serve(async ({ database, bank }) => {
  const orders = await openOrders(database)
  const client = prismClient(from, bank)
  const call = async (order: string, step: Step, charge: string): Promise<string> => {
    if (step === "hold") return client.hold(order)
    await client[step](order, charge)
    return charge
  }
  const retried = async (order: string, step: Step, charge: string): Promise<string> => {
    for (let waitMs = 200; waitMs < 10_000; waitMs *= 2) {
      try {
        return await call(order, step, charge)
      } catch (failure) {
        if (!client.isUnknown(failure)) throw failure
        await pause(waitMs)
      }
    }
    return call(order, step, charge)
  }
  /** `isOpen` is true if an earlier call may have done the step. */
  const doStep = async (
    order: string,
    step: Step,
    charge: string,
    isOpen: boolean
  ): Promise<string> => {
    // Only a capture can be looked up: by the charge's id, which is known by then.
    if (step === "capture") {
      const isCaptured = isOpen && (await client.isCaptured(order, charge))
      return isCaptured ? charge : call(order, step, charge)
    }
    if (whenUnknown === "repeat") return retried(order, step, charge)
    if (isOpen) throw new Error(`Somebody has to look up the ${step} of ${order}.`)
    return call(order, step, charge)
  }
  return {
    lifecycle: async (order) => {
      for (const step of steps) {
        const found = await orders.find(order)
        if (isAtLeast(found?.status, step)) continue
        const isOpen = found?.status === `${step} requested`
        if (!isOpen) await orders.begin(order, step)
        await orders.record(order, step, await doStep(order, step, found?.charge ?? "", isOpen))
      }
    },
    isDone: async (order) => (await orders.find(order))?.status === "refunded"
  }
})
