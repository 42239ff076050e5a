import type { PoolClient } from "pg"
import type { Ended } from "./Batch.ts"

/** A commit is on the disk of its server, and may not be on that of another one. */
class Unconfirmed extends Error {
  constructor() {
    super("somebody ended the wait for a synchronous replica, which may lack the commit")
  }
}

/** Who in the server gives notice that a commit is answered though a replica has not confirmed. */
const waitForReplicas = "SyncRepWaitForLSN"

interface Notice {
  readonly routine?: string | undefined
}

/**
 * Has a connection carry something out, which has failed where a replica may lack a commit of it.
 */
export const confirmCommit = async (
  client: PoolClient,
  carryOut: () => Promise<Ended>
): Promise<Ended> => {
  let isUnconfirmed = false
  const hear = ({ routine }: Notice): void => {
    isUnconfirmed ||= routine === waitForReplicas
  }
  client.on("notice", hear)
  try {
    const ended = await carryOut()
    if (!isUnconfirmed) return ended
    return { answers: ended.answers, failure: { cause: new Unconfirmed() } }
  } finally {
    client.off("notice", hear)
  }
}
