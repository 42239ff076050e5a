import { DBOS } from "@dbos-inc/dbos-sdk"
import { openOrders, type Step, steps } from "./ordersTable.ts"
import { callStep } from "./queuedSteps.ts"
import { serve } from "./serve.ts"

/** A lost answer is retried soon, and often enough for an outage of a minute. */
const retries = { retriesAllowed: true, intervalSeconds: 0.2, backoffRate: 2, maxAttempts: 10 }

await serve(async ({ database, bank }) => {
  const orders = await openOrders(database)
  // A step may run again after a crash, so the call has a key and the statement is idempotent.
  const doStep = async (order: string, step: Step): Promise<string> => {
    const charge = (await orders.find(order))?.charge ?? null
    const id = await callStep(bank, { order, step }, charge)
    await orders.record(order, step, id)
    return id
  }
  const workflow = DBOS.registerWorkflow(
    (order: string, step: Step) =>
      DBOS.runStep(() => doStep(order, step), { name: step, ...retries }),
    { name: "payment" }
  )
  const nothing = DBOS.registerWorkflow(async (_nth: number) => undefined, { name: "nothing" })
  DBOS.setConfig({
    name: "shop",
    systemDatabaseUrl: database,
    systemDatabasePoolSize: 20,
    logLevel: "error"
  })
  await DBOS.launch()
  return {
    lifecycle: async (order) => {
      for (const step of steps) {
        const workflowID = `${order}:${step}`
        const handle = await DBOS.startWorkflow(workflow, { workflowID })(order, step)
        await handle.getResult()
      }
    },
    isDone: async (order) => (await orders.find(order))?.status === "refunded",
    job: async (nth) => {
      const handle = await DBOS.startWorkflow(nothing, { workflowID: `job:${nth}` })(nth)
      await handle.getResult()
    }
  }
})
