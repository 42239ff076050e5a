import type { Pool, PoolClient } from "pg"

/** How often a connection was taken from its pool. */
interface Uses {
  /** By anybody. */
  all: number
  /** By the application itself, and for its writes within a transaction of the engine. */
  application: number
}

const uses = new WeakMap<PoolClient, Uses>()
const watched = new WeakSet<Pool>()

/** A connection that was opened before its pool was watched may have been used by anybody. */
const usesOf = (client: PoolClient): Uses => {
  const known = uses.get(client) ?? { all: 1, application: 1 }
  uses.set(client, known)
  return known
}

const ignored = () => undefined

/**
 * Counts from now on who takes the connections of a pool. Also keeps the process running when the
 * server cuts a connection: Node ends a process whose error nobody listens to, and an application
 * may listen to none of its pool's.
 */
export const watchUses = (pool: Pool): Pool => {
  if (watched.has(pool)) return pool
  watched.add(pool)
  pool.on("acquire", (client) => {
    const own = usesOf(client)
    own.all += 1
    own.application += 1
  })
  // A connection that breaks while it is idle is replaced when one is needed. It may also break
  // while it is being closed, or right after it is connected. Each is harmless.
  return pool.on("error", ignored).on("connect", (client) => {
    uses.set(client, { all: 0, application: 0 })
    client.on("error", ignored)
  })
}

/** Says that the engine took a connection. Without it, the application did. */
export const countOwnUse = (client: PoolClient): void => {
  usesOf(client).application -= 1
}

/** Says that the application wrote on a connection of the engine. */
export const countLoan = (client: PoolClient): void => {
  usesOf(client).application += 1
}

/** Returns how often the application used a connection. */
export const applicationUses = (client: PoolClient): number => usesOf(client).application

/** Returns true if a connection was opened for the caller, so nobody has used it before. */
export const isUnused = (client: PoolClient): boolean => usesOf(client).all <= 1
