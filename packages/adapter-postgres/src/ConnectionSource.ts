import type { Pool, PoolClient } from "pg"

/** The place that connections come from. */
export interface ConnectionSource {
  /** The largest number of connections. */
  readonly max: number
  /** True once it takes no more callers. */
  readonly isEnding: boolean
  readonly connect: () => Promise<PoolClient>
  /** Returns true if a connection leads to the server that has the schema, as far as is known. */
  readonly isCurrent: (client: PoolClient) => boolean
  /** Says that a connection has broken. */
  readonly noteBroken: () => void
}

/** Returns a pool of connections to one address as a source. */
export const sourceOf = (pool: Pool): ConnectionSource => ({
  get max() {
    return pool.options.max
  },
  get isEnding() {
    return pool.ending
  },
  connect: () => pool.connect(),
  isCurrent: () => true,
  noteBroken: () => undefined
})
