import type pg from "pg"
import { bankCalls, priceOf } from "./bankClient.ts"
import { inTransaction, isAtLeast, ordersOn, type Step, steps } from "./ordersTable.ts"
import type { waiting } from "./waiting.ts"

/** The payload of a job that does a step of an order. */
export interface StepJob {
  readonly order: string
  readonly step: Step
}

/** Calls the bank for a step. The key names the step, so a repeated job has no second effect. */
export const callStep = async (
  bank: string,
  { order, step }: StepJob,
  charge: string | null
): Promise<string> => {
  const calls = bankCalls(bank)
  const key = `${order}:${step}`
  if (step === "hold") return calls.hold(order, key)
  if (charge === null) throw new Error(`Order ${order} has no charge.`)
  if (step === "capture") await calls.capture(charge, key, priceOf(order))
  else await calls.refund(charge, key)
  return charge
}

interface Queue {
  readonly pool: pg.Pool
  /** Adds the job of a step in the transaction of this client. */
  readonly add: (client: pg.PoolClient, job: StepJob) => Promise<unknown>
  readonly waits: ReturnType<typeof waiting>
}

/**
 * Does the steps of an order with a queue: each step is requested by a row and a job in one
 * transaction, and awaited. If an earlier process requested the step, its job is awaited.
 */
export const lifecycleBy =
  ({ pool, add, waits }: Queue) =>
  async (order: string) => {
    for (const step of steps) {
      const status = (await ordersOn(pool).find(order))?.status
      if (isAtLeast(status, step)) continue
      const ran = waits.until(`${order}:${step}`)
      if (status !== `${step} requested`) {
        await inTransaction(pool, async (client) => {
          await ordersOn(client).begin(order, step)
          await add(client, { order, step })
        })
      } else if (isAtLeast((await ordersOn(pool).find(order))?.status, step)) continue
      await ran
    }
  }
