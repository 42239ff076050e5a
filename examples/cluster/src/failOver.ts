import type { ClusterNode } from "./ClusterNode.ts"
import type { Cluster } from "./startCluster.ts"
import { firstOf, until } from "./until.ts"
import { lackedRows, startWitness } from "./witness.ts"

/** The faults of a primary: its processes are killed, cut off from the network, or frozen. */
export const faults = ["postgres", "node", "network", "frozen"] as const
export type Fault = (typeof faults)[number]

/** A failover whose new primary accepts writes. */
export interface Failover {
  readonly fault: Fault
  readonly from: ClusterNode
  readonly to: ClusterNode
  /** The time from the fault to the new primary, in milliseconds. */
  readonly electionMs: number
  /** The time of the new primary, as `performance.now()`. */
  readonly promotedAt: number
  /**
   * Ends the fault, and waits until the former primary has ended or refused all writes. Returns a
   * sentence for each write that it confirmed and that the new primary lacks.
   */
  readonly recover: () => Promise<ReadonlyArray<string>>
}

/** Causes a fault of the primary, and waits for the next one. The cluster has to be healthy. */
export const failOver = async (cluster: Cluster, fault: Fault): Promise<Failover> => {
  const from = await cluster.untilHealthy()
  const witness = await startWitness(cluster.addressAt(from))
  const begunAt = performance.now()
  const undo = undoOf[fault](from)
  const others = cluster.nodes.filter((node) => node !== from)
  const to = await nextPrimary(others, fault)
  const promotedAt = performance.now()
  return {
    fault,
    from,
    to,
    electionMs: promotedAt - begunAt,
    promotedAt,
    recover: async () => {
      if (fault === "frozen") await untilGuarded(others, to)
      await undo()
      const confirmed = await witness.confirmed()
      const now = await cluster.untilHealthy()
      const lacked = await lackedRows(cluster.addressAt(now), confirmed)
      return lacked === 0
        ? []
        : [`${from.name} confirmed ${lacked} writes that ${now.name} lacks, after ${fault}`]
    }
  }
}

/** Cause the fault, and return the way to end it. */
const undoOf: Readonly<Record<Fault, (node: ClusterNode) => () => void | Promise<void>>> = {
  postgres: (node) => {
    node.killPostgres()
    return () => undefined
  },
  node: (node) => {
    node.killAll()
    return () => node.restart()
  },
  network: (node) => {
    node.cut()
    return () => node.reconnect()
  },
  frozen: (node) => node.freeze()
}

const nextPrimary = (others: ReadonlyArray<ClusterNode>, fault: Fault): Promise<ClusterNode> =>
  until(
    () => firstOf(others, (node) => node.isPrimary()),
    `No other node became the primary within two minutes after ${fault}.`
  )

/**
 * Waits until the new primary has a synchronous standby. Patroni before 3.0.3 lets a frozen primary
 * take the lease back if it continues at the moment in which it is replaced.
 */
const untilGuarded = (others: ReadonlyArray<ClusterNode>, primary: ClusterNode) => {
  const standbys = others.filter((node) => node !== primary)
  return until(
    () => firstOf(standbys, (node) => node.isSynchronous()),
    `${primary.name} had no synchronous standby within two minutes.`
  )
}
