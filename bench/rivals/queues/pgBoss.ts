import type { PoolClient } from "pg"
import { PgBoss } from "pg-boss"
import { openOrders, ordersOn } from "./ordersTable.ts"
import { callStep, lifecycleBy, type StepJob } from "./queuedSteps.ts"
import { serve } from "./serve.ts"
import { waiting } from "./waiting.ts"

/** Jobs of a killed process are noticed by their heartbeat. Ten seconds is the shortest. */
const queueOptions = {
  heartbeatSeconds: 10,
  retryLimit: 20,
  retryDelay: 1,
  retryBackoff: true,
  retryDelayMax: 10,
  notify: true
}

const workers = { localConcurrency: 16, pollingIntervalSeconds: 0.5 }

/** Runs pg-boss's statements in the transaction of a client. */
const on = (client: PoolClient) => ({
  executeSql: (text: string, values?: Array<unknown>) => client.query(text, values)
})

await serve(async ({ database, bank }) => {
  const orders = await openOrders(database)
  const boss = new PgBoss({
    connectionString: database,
    max: 20,
    useListenNotify: true,
    monitorIntervalSeconds: 5,
    superviseIntervalSeconds: 5
  })
  boss.on("error", () => undefined)
  await boss.start()
  const waits = waiting()
  await boss.createQueue("step", queueOptions)
  await boss.createQueue("job", { notify: true })
  await boss.work<StepJob>("step", workers, async ([job]) => {
    if (job === undefined) return
    const { order, step } = job.data
    const charge = (await orders.find(order))?.charge ?? null
    await ordersOn(orders.pool).record(order, step, await callStep(bank, job.data, charge))
    waits.done(`${order}:${step}`)
  })
  await boss.work<{ readonly nth: number }>("job", workers, async ([job]) => {
    if (job !== undefined) waits.done(`job:${job.data.nth}`)
  })
  return {
    lifecycle: lifecycleBy({
      pool: orders.pool,
      add: (client, job) => boss.send("step", job, { db: on(client) }),
      waits
    }),
    isDone: async (order) => (await orders.find(order))?.status === "refunded",
    job: async (nth) => {
      const ran = waits.until(`job:${nth}`)
      await boss.send("job", { nth })
      await ran
    }
  }
})
