import { spawn } from "node:child_process"
import { randomBytes } from "node:crypto"
import { chownSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { setTimeout as pause } from "node:timers/promises"
import pg from "pg"
import { ClusterNode } from "./ClusterNode.ts"
import {
  engineRole,
  etcdArguments,
  haproxyConfiguration,
  type NodePorts,
  type Passwords
} from "./configurations.ts"
import { daemon } from "./Daemon.ts"
import { freePorts } from "./freePorts.ts"
import { findPrograms, missingPackages, type Programs, userOfCluster } from "./programs.ts"
import { firstOf, patienceMs, until } from "./until.ts"

/** Three nodes, and the address of the present primary. */
export interface Cluster {
  /** The address for engines. HAProxy leads it to the primary. */
  readonly address: string
  /** The address of a node's own server for the superuser, past HAProxy and its network. */
  readonly addressAt: (node: ClusterNode) => string
  readonly nodes: ReadonlyArray<ClusterNode>
  /** Returns the primary, or null if there is none now. */
  readonly primary: () => Promise<ClusterNode | null>
  /**
   * Waits until there is a primary with a synchronous standby and another standby. Rejects after
   * two minutes.
   */
  readonly untilHealthy: () => Promise<ClusterNode>
  /** The folder of the configurations and logs. */
  readonly folder: string
  /** Stops everything and deletes the folder. */
  readonly stop: () => Promise<void>
}

const nodeCount = 3
const portsOfNode = 4 + nodeCount

/**
 * Starts three members of etcd, three nodes and HAProxy, each as a process of this machine. Their
 * data, logs and configurations are in a temporary folder, which is deleted at the end. Rejects if
 * a program isn't installed, see `missingPackages`, or if the cluster isn't healthy after two
 * minutes.
 */
export const startCluster = async (): Promise<Cluster> => {
  const programs = findPrograms()
  if (programs === null) {
    throw new Error(`A cluster needs programs. Install ${missingPackages.join(", ")}.`)
  }
  const folder = ownedFolder()
  guard(folder)
  const passwords = { superuser: secret(), replication: secret(), engine: secret() }
  const [haproxyPort = 0, ...ports] = await freePorts(1 + nodeCount * (2 + portsOfNode))
  const clients = ports.splice(0, nodeCount)
  const etcd = startEtcd(programs, folder, clients, ports.splice(0, nodeCount))
  await Promise.all(clients.map(untilEtcdAnswers))
  const nodes = await startNodes({ programs, folder, passwords, clients, ports })
  const haproxy = startHaproxy(programs, folder, haproxyPort, nodes)
  const primary = () => firstOf(nodes, (node) => node.isPrimary())
  const addressAt = ({ ports: { postgres } }: ClusterNode) =>
    `postgres://postgres:${passwords.superuser}@127.0.0.1:${postgres}/${engineRole}`
  const cluster: Cluster = {
    address: `postgres://${engineRole}:${passwords.engine}@127.0.0.1:${haproxyPort}/${engineRole}`,
    ...{ addressAt, folder, nodes, primary },
    untilHealthy: () =>
      until(async () => {
        const found = await primary()
        return found !== null && (await isHealthy(nodes, found)) ? found : null
      }, `The cluster is not healthy after two minutes. See the logs in ${folder}.`),
    stop: async () => {
      await haproxy.end("SIGTERM")
      // The primary stops last, because it waits for its standbys.
      const last = await primary()
      const others = nodes.filter((node) => node !== last)
      await Promise.all(others.map((node) => node.stop()))
      await last?.stop()
      await Promise.all(etcd.map((member) => member.end("SIGTERM")))
      rmSync(folder, { recursive: true, force: true })
    }
  }
  try {
    await within(patienceMs, prepared(cluster, passwords))
    return cluster
  } catch (error) {
    await cluster.stop()
    throw error
  }
}

const secret = () => randomBytes(18).toString("hex")

const ownedFolder = (): string => {
  const folder = mkdtempSync(join(tmpdir(), "payloom-cluster-"))
  const { uid, gid } = userOfCluster()
  if (uid !== undefined) chownSync(folder, uid, gid ?? uid)
  return folder
}

/** Kills all processes of the cluster and deletes the folder when this process has ended. */
const guard = (folder: string): void => {
  writeFileSync(join(folder, "guard.sh"), guardScript)
  const shell = spawn("sh", [join(folder, "guard.sh"), folder], {
    stdio: ["pipe", "ignore", "ignore"],
    detached: true
  })
  shell.unref()
  Object(shell.stdin).unref()
}

/** The first line ends when the other side of its pipe has ended. */
const guardScript = `read -r _
for file in "$1"/*.pid "$1"/*/postmaster.pid; do
  pid=$(head -n 1 "$file") && kill -KILL "$pid"
done
sleep 1
rm -rf "$1"
`

const startEtcd = (
  { etcd }: Programs,
  folder: string,
  clients: ReadonlyArray<number>,
  peers: ReadonlyArray<number>
) =>
  clients.map((_, nth) => {
    const name = `etcd${nth + 1}`
    const args = etcdArguments(nth, join(folder, name), clients, peers)
    const member = daemon({ name, command: etcd, args, folder })
    member.start()
    return member
  })

/** Patroni ends if the members have not agreed on their version yet. */
const untilEtcdAnswers = (port: number): Promise<true> =>
  until(async () => {
    const version = await fetch(`http://127.0.0.1:${port}/version`)
      .then((response) => response.json())
      .catch(() => ({}))
    return /^\d/.test(String(Object(version).etcdcluster)) || null
  }, "etcd does not answer. Its logs say why.")

interface Nodes {
  readonly programs: Programs
  readonly folder: string
  readonly passwords: Passwords
  /** The ports of etcd. */
  readonly clients: ReadonlyArray<number>
  readonly ports: ReadonlyArray<number>
}

const startNodes = ({ programs, folder, passwords, clients, ports }: Nodes) =>
  Promise.all(
    Array.from({ length: nodeCount }, (_, nth) => {
      const name = `node${nth + 1}`
      const own = ports.slice(nth * portsOfNode, (nth + 1) * portsOfNode)
      const data = join(folder, `${name}-data`)
      const setup = { name, data, ports: portsOf(own), programs, passwords }
      return ClusterNode.start(setup, folder, clients)
    })
  )

const portsOf = (own: ReadonlyArray<number>): NodePorts => {
  const [postgres = 0, rest = 0, postgresLink = 0, restLink = 0, ...etcdLinks] = own
  return { postgres, rest, postgresLink, restLink, etcdLinks }
}

const startHaproxy = (
  { haproxy }: Programs,
  folder: string,
  port: number,
  nodes: ReadonlyArray<ClusterNode>
) => {
  const file = join(folder, "haproxy.cfg")
  writeFileSync(file, haproxyConfiguration(port, nodes))
  const started = daemon({ name: "haproxy", command: haproxy, args: ["-f", file, "-db"], folder })
  started.start()
  return started
}

/** Waits for the first primary, and creates the role and the database of the engines. */
const prepared = async (cluster: Cluster, passwords: Passwords): Promise<void> => {
  const { addressAt, untilHealthy } = cluster
  const primary = await untilHealthy()
  const address = new URL(addressAt(primary))
  address.pathname = "/postgres"
  const client = new pg.Client(address.href)
  await client.connect()
  try {
    await client.query(`CREATE ROLE ${engineRole} LOGIN PASSWORD '${passwords.engine}'`)
    await client.query(`CREATE DATABASE ${engineRole} OWNER ${engineRole}`)
  } finally {
    await client.end()
  }
}

const isHealthy = async (nodes: ReadonlyArray<ClusterNode>, primary: ClusterNode) => {
  const others = nodes.filter((node) => node !== primary)
  const replicas = await Promise.all(others.map((node) => node.isReplica()))
  return replicas.every(Boolean) && (await firstOf(others, (node) => node.isSynchronous())) !== null
}

const within = async <A>(patienceMs: number, work: Promise<A>): Promise<A> => {
  const timer = new AbortController()
  const late = pause(patienceMs, null, { signal: timer.signal }).then(() => {
    throw new Error(`The cluster is not healthy after ${patienceMs / 1000} s.`)
  })
  try {
    return await Promise.race([work, late])
  } finally {
    timer.abort()
    late.catch(() => undefined)
  }
}
