import { readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { setTimeout as pause } from "node:timers/promises"
import { type NodePorts, type NodeSetup, patroniConfiguration } from "./configurations.ts"
import { type Daemon, daemon } from "./Daemon.ts"
import { type Link, openLink } from "./Link.ts"
import { familyOf, isRunning, signal } from "./processes.ts"

const restTimeoutMs = 1000

/** A machine of the cluster: PostgreSQL, and Patroni that starts, watches and promotes it. */
export class ClusterNode {
  readonly name: string
  readonly ports: NodePorts
  /** The file of Patroni's configuration. */
  readonly configuration: string
  readonly #data: string
  readonly #patroni: Daemon
  readonly #links: ReadonlyArray<Link>

  private constructor(setup: NodeSetup, folder: string, links: ReadonlyArray<Link>) {
    this.name = setup.name
    this.ports = setup.ports
    this.#data = setup.data
    this.#links = links
    this.configuration = join(folder, `${setup.name}.yml`)
    // YAML includes JSON. The file has passwords.
    const configured = `${JSON.stringify(patroniConfiguration(setup), null, 2)}\n`
    writeFileSync(this.configuration, configured, { mode: 0o644 })
    this.#patroni = daemon({
      name: setup.name,
      command: setup.programs.patroni,
      args: [this.configuration],
      folder
    })
  }

  /** Starts a node. Patroni initializes it, or copies it from the primary. */
  static async start(
    setup: NodeSetup,
    folder: string,
    etcd: ReadonlyArray<number>
  ): Promise<ClusterNode> {
    const { postgres, rest, postgresLink, restLink, etcdLinks } = setup.ports
    const paths = [
      [postgresLink, postgres],
      [restLink, rest],
      ...etcdLinks.map((link, at) => [link, etcd[at] ?? 0] as const)
    ] as const
    const links = await Promise.all(paths.map(([port, target]) => openLink(port, target)))
    const node = new ClusterNode(setup, folder, links)
    node.#patroni.start()
    return node
  }

  /** Returns true if the node holds the lease of the primary and accepts writes. */
  async isPrimary(): Promise<boolean> {
    return (await this.#ask("/primary")) === 200
  }

  /** Returns true if the node is a standby that every commit waits for. */
  async isSynchronous(): Promise<boolean> {
    return (await this.#ask("/synchronous")) === 200
  }

  /** Returns true if the node is a standby that receives the log. */
  async isReplica(): Promise<boolean> {
    return (await this.#ask("/replica")) === 200
  }

  /** Asks Patroni directly, on the machine itself. Null if it doesn't answer. */
  async #ask(path: string): Promise<number | null> {
    try {
      const signal = AbortSignal.timeout(restTimeoutMs)
      const response = await fetch(`http://127.0.0.1:${this.ports.rest}${path}`, { signal })
      await response.body?.cancel()
      return response.status
    } catch {
      return null
    }
  }

  /** Kills all processes of PostgreSQL. Patroni stays. */
  killPostgres(): void {
    for (const pid of this.#postgres()) signal(pid, "SIGKILL")
  }

  /** Kills everything on the node, as a power failure does. */
  killAll(): void {
    const patroni = this.#patroni.pid()
    if (patroni !== null) signal(patroni, "SIGKILL")
    this.killPostgres()
  }

  /** Starts Patroni again, as a service manager would. */
  async restart(): Promise<void> {
    while (this.#patroni.pid() !== null) await pause(20)
    this.#patroni.start()
  }

  /** Cuts the network between the node and all others. */
  cut(): void {
    for (const link of this.#links) link.cut()
  }

  /** Connects the node again. */
  reconnect(): void {
    for (const link of this.#links) link.restore()
  }

  /** Stops all processes of the node without ending them. Returns the way to let them continue. */
  freeze(): () => void {
    const patroni = this.#patroni.pid()
    const frozen = [...(patroni === null ? [] : familyOf(patroni)), ...this.#postgres()]
    for (const pid of frozen) signal(pid, "SIGSTOP")
    return () => {
      for (const pid of frozen) signal(pid, "SIGCONT")
    }
  }

  /** Stops Patroni, which stops PostgreSQL. */
  async stop(): Promise<void> {
    await this.#patroni.end("SIGTERM")
    const [postmaster] = this.#postgres()
    if (postmaster !== undefined) {
      signal(postmaster, "SIGQUIT")
      while (isRunning(postmaster)) await pause(20)
    }
    await Promise.all(this.#links.map((link) => link.stop()))
  }

  #postgres(): ReadonlyArray<number> {
    const postmaster = this.#postmaster()
    return postmaster === null ? [] : familyOf(postmaster)
  }

  #postmaster(): number | null {
    try {
      const [pid = ""] = readFileSync(join(this.#data, "postmaster.pid"), "utf8").split("\n")
      return isRunning(Number(pid)) ? Number(pid) : null
    } catch {
      return null
    }
  }
}
