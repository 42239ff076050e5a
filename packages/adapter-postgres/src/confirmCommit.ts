import type { PoolClient } from "pg"
import type { Ended } from "./Batch.ts"

/** A commit is on the disk of its server, but may be missing on a replica. */
class Unconfirmed extends Error {
  constructor() {
    super("the wait for a synchronous replica was canceled, so the replica may lack the commit")
  }
}

/** The server's routine that sends a `NOTICE` if a commit is confirmed without its replica. */
const waitForReplicas = "SyncRepWaitForLSN"

interface Notice {
  readonly routine?: string | undefined
}

/** Runs statements on a connection. The result is a failure if a replica may lack the commit. */
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
