import { join } from "node:path"
import type { Fault } from "@payloom/example-cluster/failOver"
import { type Cluster, startCluster } from "@payloom/example-cluster/startCluster"
import { buyDuring } from "./buying.ts"
import { type Failovers, failOverAll } from "./failovers.ts"
import { type Traded, type Trading, type TradingStage, tradeThrough } from "./trading.ts"

/** The options of a trial of failovers. */
export interface FailoverTrial extends Trading {
  /** The folder for the bank's journal. */
  readonly folder: string
  /** The number of clients that buy at the same time. */
  readonly clients: number
  readonly failovers: number
  /** The faults, in turn. */
  readonly faults: ReadonlyArray<Fault>
}

/** The result of a trial of failovers. */
export interface SurvivedFailovers extends Traded, Failovers {
  readonly storage: "patroni"
  readonly findings: ReadonlyArray<string>
  readonly seconds: number
}

/** The number of renewals for each failover, and the time between two of them. */
const renewing = { count: 8, everyMs: 5000 }

/**
 * Lets clients buy from several servers on a cluster under Patroni. Subscriptions are renewed and
 * webhooks are sent. Meanwhile the primary is replaced again and again. Then it waits until all
 * work has settled, and audits.
 */
export const surviveFailovers = async (trial: FailoverTrial): Promise<SurvivedFailovers> => {
  const started = performance.now()
  const cluster = await startCluster()
  try {
    const places = { storage: cluster.address, bank: join(trial.folder, "bank") }
    const count = renewing.count * trial.failovers
    const place = { places, renewing: { ...renewing, count } }
    const { troubled, ...traded } = await tradeThrough(trial, place, (stage) =>
      throughFailovers(trial, cluster, stage)
    )
    const seconds = Math.round((performance.now() - started) / 100) / 10
    return { storage: "patroni", ...troubled, ...traded, seconds }
  } finally {
    await cluster.stop()
  }
}

/** Buys until the given number of failovers is reached. */
const throughFailovers = (
  { clients, failovers, faults, onProgress }: FailoverTrial,
  cluster: Cluster,
  { crew, judged }: TradingStage
): Promise<Failovers> => {
  const { acknowledged } = judged.client
  const onFailover = (done: number) =>
    onProgress(done / failovers, `${acknowledged.length} acknowledged, ${done} failovers`)
  return buyDuring(judged, clients, () =>
    failOverAll({ cluster, crew, judged, failovers, faults, onFailover })
  )
}
