import { join } from "node:path"
import { setTimeout as pause } from "node:timers/promises"
import type { Fault } from "@payloom/example-cluster/failOver"
import { type Cluster, startCluster } from "@payloom/example-cluster/startCluster"
import { aheadClock } from "@payloom/example-kit/aheadClock"
import { clientOf } from "@payloom/example-kit/client"
import { type Crew, startCrew } from "@payloom/example-kit/crew"
import { untilSettled } from "@payloom/example-kit/untilSettled"
import { type Audit, audit, type Judged } from "./audit.ts"
import { keepBuying, type PaidSession } from "./buying.ts"
import { type Endpoint, startEndpoint, webhookFindings } from "./endpoint.ts"
import { startEngine } from "./engine.ts"
import { type Failovers, failOverAll } from "./failovers.ts"
import { prepareRenewals, renewalFindings } from "./renewals.ts"
import { openShop } from "./shop.ts"

/** The options of a trial of failovers. */
export interface FailoverTrial {
  /** The folder for the bank's journal. */
  readonly folder: string
  readonly servers: number
  /** The number of clients that buy at the same time. */
  readonly clients: number
  readonly failovers: number
  /** The faults, in turn. */
  readonly faults: ReadonlyArray<Fault>
  /** The longest wait for all work in flight to settle at the end, in milliseconds. */
  readonly patienceMs: number
  readonly onProgress: (share: number, text: string) => void
}

/** The result of a trial of failovers. */
export interface SurvivedFailovers extends Audit, Failovers {
  readonly storage: "patroni"
  readonly servers: number
  /** The number of answered requests. Each is repeated at the end. */
  readonly acknowledged: number
  /** The number of requests without an answer. */
  readonly unanswered: number
  readonly refused: Readonly<Record<string, number>>
  /** The number of events that the endpoint took. */
  readonly webhooks: number
  /** The number of subscriptions that were renewed meanwhile. */
  readonly renewals: number
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
  const endpoint = await startEndpoint()
  try {
    const places = { storage: cluster.address, bank: join(trial.folder, "bank") }
    const survived = await tryCluster(trial, cluster, endpoint, places)
    return { ...survived, seconds: Math.round((performance.now() - started) / 100) / 10 }
  } finally {
    await endpoint.stop()
    await cluster.stop()
  }
}

const tryCluster = async (
  trial: FailoverTrial,
  cluster: Cluster,
  endpoint: Endpoint,
  places: { readonly storage: string; readonly bank: string }
): Promise<Omit<SurvivedFailovers, "seconds">> => {
  const clock = aheadClock()
  const judge = await startEngine(places, { clock, works: false })
  const shop = await openShop(judge.payloom, judge.box)
  const count = renewing.count * trial.failovers
  const renewals = await prepareRenewals(judge.payloom, shop, clock, { ...renewing, count })
  await shop.merchant.webhooks.create({ url: endpoint.url })
  renewals.begin()
  const since = clock.now()
  const script = join(import.meta.dirname, "server.ts")
  const crew = startCrew({ servers: trial.servers, script, setup: places })
  crew.moveAhead(clock.now() - Date.now())
  try {
    const client = clientOf(shop.secretKey, crew.url)
    const sessions: Array<PaidSession> = []
    const judged = { ...judge, shop, client, sessions, wrong: crew.wrong }
    const failovers = await throughFailovers(trial, cluster, crew, judged)
    await untilSettled({
      ...{ crew, clock, client, payloom: judge.payloom, scope: shop.merchant.scope },
      ...{ patienceMs: trial.patienceMs, onProgress: trial.onProgress }
    })
    const found = await audit(judged)
    const more = [
      ...failovers.findings,
      ...(await renewalFindings(shop, renewals.subscriptions)),
      ...(await webhookFindings(shop, endpoint, since))
    ]
    return {
      storage: "patroni",
      servers: trial.servers,
      acknowledged: client.acknowledged.length,
      unanswered: client.unanswered.size,
      refused: Object.fromEntries(client.refused),
      webhooks: endpoint.taken.size,
      renewals: count,
      ...failovers,
      ...found,
      findings: [...found.findings, ...more].slice(0, 20)
    }
  } finally {
    await crew.stop()
    await judge.payloom.close()
  }
}

/** Buys until the given number of failovers is reached. */
const throughFailovers = async (
  { clients, failovers, faults, onProgress }: FailoverTrial,
  cluster: Cluster,
  crew: Crew,
  judged: Judged & { readonly sessions: Array<PaidSession> }
): Promise<Failovers> => {
  while (crew.url() === null) await pause(50)
  let isOver = false
  const buying = { ...judged, keep: (session: PaidSession) => void judged.sessions.push(session) }
  const bought = Array.from({ length: clients }, (_, nth) =>
    keepBuying(buying, `lane ${nth} order `, () => isOver)
  )
  const { acknowledged } = judged.client
  const onFailover = (done: number) =>
    onProgress(done / failovers, `${acknowledged.length} acknowledged, ${done} failovers`)
  const happened = await failOverAll({ cluster, crew, judged, failovers, faults, onFailover })
  isOver = true
  await Promise.all(bought)
  return happened
}
