import { setTimeout as pause } from "node:timers/promises"
import { type Failover, type Fault, failOver } from "@payloom/example-cluster/failOver"
import type { Cluster } from "@payloom/example-cluster/startCluster"
import { clientOf } from "@payloom/example-kit/client"
import type { Crew } from "@payloom/example-kit/crew"
import type { Judged } from "./audit.ts"
import type { Shop } from "./shop.ts"
import { type Times, timesOf } from "./timesOf.ts"

/** One failover, with its times in seconds. */
interface Happened {
  readonly fault: Fault
  /** From the fault to the new primary. */
  readonly election: number
  /** From the new primary to the first payment on each server, the last of them. */
  readonly back: number
}

/** The failovers of a trial. */
export interface Failovers {
  readonly failovers: ReadonlyArray<Happened>
  /** In seconds. */
  readonly election: Times
  /** In seconds. */
  readonly back: Times
  /** Writes that a former primary confirmed and the new one lacks, a sentence each. */
  readonly findings: ReadonlyArray<string>
}

/** The trial that the failovers happen in. */
export interface FailoverStage {
  readonly cluster: Cluster
  readonly crew: Crew
  readonly judged: Pick<Judged, "client" | "shop">
  readonly failovers: number
  /** The faults, in turn. */
  readonly faults: ReadonlyArray<Fault>
  readonly onFailover: (done: number) => void
}

/** The number of answers of a primary before its fault. */
const answersOfPrimary = 50

/** Causes failovers. The cluster heals between them. */
export const failOverAll = async (stage: FailoverStage): Promise<Failovers> => {
  const { cluster, judged, faults, onFailover } = stage
  const failovers: Array<Happened> = []
  const findings: Array<string> = []
  while (failovers.length < stage.failovers) {
    const nth = failovers.length
    const fault = faults[nth % faults.length] ?? "node"
    const before = judged.client.acknowledged.length
    while (judged.client.acknowledged.length < before + answersOfPrimary) await pause(20)
    const failover = await failOver(cluster, fault)
    const [backMs, lacking] = await Promise.all([
      untilBack(stage, failover, nth),
      failover.recover()
    ])
    failovers.push({ fault, election: seconds(failover.electionMs), back: seconds(backMs) })
    findings.push(...lacking)
    onFailover(nth + 1)
  }
  return {
    failovers,
    election: timesOf(failovers.map(({ election }) => election)),
    back: timesOf(failovers.map(({ back }) => back)),
    findings
  }
}

const probeEveryMs = 250

/** Returns when every server has charged a new payment, in milliseconds after the promotion. */
const untilBack = async (
  { crew, judged }: FailoverStage,
  { promotedAt }: Failover,
  failover: number
): Promise<number> => {
  const backs = crew.urls().map((url) => {
    const probe = clientOf(judged.shop.secretKey, () => url)
    const answered = Promise.withResolvers<void>()
    let nth = 0
    // A request may hang on a dead connection, while the next one is answered.
    const timer = setInterval(() => {
      nth += 1
      const key = `probe ${failover} ${nth} ${url}`
      void probe.send(probeOf(judged.shop, key)).then((reply) => {
        if (reply?.status === 200 || !crew.urls().includes(url)) answered.resolve()
      })
    }, probeEveryMs)
    return answered.promise.finally(() => clearInterval(timer))
  })
  await Promise.all(backs)
  return performance.now() - promotedAt
}

const probeOf = ({ saved }: Shop, key: string) => ({
  path: "/payments",
  key,
  body: {
    amount: "100",
    currency: "EUR",
    type: "one_off",
    payment_instrument: saved[0]?.card,
    metadata: { order: key }
  }
})

const seconds = (ms: number) => Math.round(ms / 10) / 100
