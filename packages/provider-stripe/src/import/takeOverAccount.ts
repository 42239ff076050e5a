import { pageOfSubscriptions } from "./copyAccount.ts"
import { readAgain } from "./freezeAccount.ts"
import { type ImportSession, positionOf, writeBy } from "./ImportSession.ts"
import { readSubscription } from "./readSubscription.ts"
import { pagesOf } from "./StripeReader.ts"

/** The result of a takeover. */
export interface TakeOverCounts {
  /** The subscriptions that are billed here now, also those of earlier runs. */
  readonly takenOver: number
  /** The frozen subscriptions that wait or that can't be taken over as they are now. */
  readonly waiting: number
  /** The subscriptions that ended at Stripe while they were frozen. */
  readonly ended: number
}

/**
 * Takes over the frozen subscriptions. Each is read again first, so that everything that changed at
 * Stripe since the copy counts. One commit for a page makes this engine bill them. It continues
 * where an earlier run was stopped.
 */
export const takeOverAccount = async (session: ImportSession): Promise<TakeOverCounts> => {
  const pendingItems = await session.reader.pendingItems()
  const list = "takeover/subscriptions"
  let [takenOver, waiting] = [0, 0]
  const from = positionOf(session, list)
  for await (const { data, at } of pagesOf(session.reader, "subscriptions", from)) {
    if (session.signal.aborted) break
    const { run, marginMs } = session
    const context = { importId: run.id, now: session.now(), marginMs, pendingItems }
    const read = data.map((each) => readSubscription(each, context))
    const frozen = read.filter(({ isFrozen }) => isFrozen)
    const notes = await session.imports.takeOver({
      ...writeBy(session),
      position: { list, at },
      ...pageOfSubscriptions(frozen)
    })
    takenOver += notes.filter(({ state }) => state === "taken_over").length
    waiting += notes.filter(({ state }) => state === "frozen" || state === "freezing").length
    session.onProgress({ list: "subscriptions", seen: takenOver + waiting })
  }
  return { takenOver, waiting, ended: await endMissing(session, pendingItems) }
}

/** A list leaves out what has ended. So the frozen rest is read one by one. */
const endMissing = async (
  session: ImportSession,
  pendingItems: ReadonlySet<string>
): Promise<number> => {
  let ended = 0
  for (const state of ["freezing", "frozen"] as const) {
    for await (const { externalId } of session.imports.iterateObjects({
      import: session.run.id,
      kind: "subscription",
      state
    })) {
      if (session.signal.aborted) return ended
      const { read } = await readAgain(session, idAtStripe(externalId), pendingItems)
      if (read !== null && !read.isEnded) continue
      await session.imports.move({ ...writeBy(session), moves: [{ externalId, step: "end" }] })
      ended += 1
    }
  }
  return ended
}

/** Returns the id at Stripe of an external id. */
export const idAtStripe = (externalId: string): string => externalId.slice("stripe:".length)
