import type { Pool, PoolClient } from "pg"
import type { ConnectionSource } from "../ConnectionSource.ts"

/** The address of a node. */
export interface NodeAddress {
  readonly host: string
  readonly port: number
}

/** How often is checked whether a former pool has callers, in milliseconds. */
const retireEveryMs = 20

/** Ends a pool when nobody waits for one of its connections, because such callers are not woken. */
const retire = (pool: Pool): void => {
  if (pool.waitingCount === 0) pool.end().catch(() => undefined)
  else setTimeout(() => retire(pool), retireEveryMs)
}

/** The options of a {@link NodePool}. */
interface NodePoolOptions {
  readonly maxConnections: number
  /** Asks the coordinator for the node that has the schema. */
  readonly find: () => Promise<NodeAddress>
  /** Creates a pool of connections to a node. */
  readonly poolTo: (address: NodeAddress) => Pool
}

/**
 * Connections to the Citus node that has the schema. When one of them breaks, the coordinator is
 * asked for the node before the next one is given. If the schema has moved, connections to the
 * former node are closed as soon as nobody uses them. If the coordinator doesn't answer, the last
 * known node is used. Rows can't get a wrong order there, because the node checks that itself.
 */
export class NodePool implements ConnectionSource {
  readonly max: number
  readonly #options: NodePoolOptions
  readonly #pools = new WeakMap<PoolClient, Pool>()
  #address: NodeAddress | null = null
  #pool: Pool | null = null
  #isDoubted = true
  #finding: Promise<Pool> | null = null
  #isEnding = false

  constructor(options: NodePoolOptions) {
    this.max = options.maxConnections
    this.#options = options
  }

  get isEnding(): boolean {
    return this.#isEnding
  }

  async connect(): Promise<PoolClient> {
    for (;;) {
      const pool = this.#pool === null || this.#isDoubted ? await this.#current() : this.#pool
      if (pool !== this.#pool) continue
      const client = await pool.connect()
      this.#pools.set(client, pool)
      return client
    }
  }

  isCurrent(client: PoolClient): boolean {
    return this.#pools.get(client) === this.#pool
  }

  noteBroken(): void {
    this.#isDoubted = true
  }

  /** Closes all connections. */
  async end(): Promise<void> {
    this.#isEnding = true
    await this.#finding?.catch(() => undefined)
    await this.#pool?.end()
  }

  /** Callers at the same time share one question. */
  #current(): Promise<Pool> {
    this.#finding ??= this.#find().finally(() => {
      this.#finding = null
    })
    return this.#finding
  }

  async #find(): Promise<Pool> {
    this.#isDoubted = false
    try {
      const { host, port } = await this.#options.find()
      const known = this.#address
      if (this.#pool === null || known?.host !== host || known.port !== port) {
        const former = this.#pool
        this.#pool = this.#options.poolTo({ host, port })
        this.#address = { host, port }
        if (former !== null) retire(former)
      }
      return this.#pool
    } catch (cause) {
      this.#isDoubted = true
      if (this.#pool === null) throw cause
      return this.#pool
    }
  }
}
