import { Logger, makeWorkerUtils, run, type TaskList } from "graphile-worker"
import { openOrders, ordersOn } from "./ordersTable.ts"
import { callStep, lifecycleBy, type StepJob } from "./queuedSteps.ts"
import { serve } from "./serve.ts"
import { waiting } from "./waiting.ts"

const logger = new Logger(() => () => undefined)

await serve(async ({ database, bank }) => {
  const orders = await openOrders(database)
  const utils = await makeWorkerUtils({ pgPool: orders.pool, logger })
  await utils.migrate()
  // There is one process, so a lock that is there now belongs to a worker that was killed.
  const { rows } = await orders.pool.query(
    "SELECT DISTINCT locked_by FROM graphile_worker.jobs WHERE locked_by IS NOT NULL"
  )
  await utils.forceUnlockWorkers(rows.map(({ locked_by }) => String(locked_by)))
  const waits = waiting()
  const taskList: TaskList = {
    step: async (payload) => {
      const job = payload as StepJob
      const charge = (await orders.find(job.order))?.charge ?? null
      const id = await callStep(bank, job, charge)
      await ordersOn(orders.pool).record(job.order, job.step, id)
      waits.done(`${job.order}:${job.step}`)
    },
    job: async (payload) => waits.done(`job:${(payload as { readonly nth: number }).nth}`)
  }
  await run({
    pgPool: orders.pool,
    logger,
    taskList,
    noHandleSignals: true,
    preset: { worker: { concurrentJobs: 16, localQueue: { size: 17 } } }
  })
  return {
    lifecycle: lifecycleBy({
      pool: orders.pool,
      add: (client, job) =>
        client.query("SELECT graphile_worker.add_job('step', $1::json)", [JSON.stringify(job)]),
      waits
    }),
    isDone: async (order) => (await orders.find(order))?.status === "refunded",
    job: async (nth) => {
      const ran = waits.until(`job:${nth}`)
      await utils.addJob("job", { nth })
      await ran
    }
  }
})
