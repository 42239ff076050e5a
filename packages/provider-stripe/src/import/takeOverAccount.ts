import type { ImportMove } from "@payloom/core"
import { pageOfSubscriptions } from "./copyAccount.ts"
import { readAgain } from "./freezeAccount.ts"
import { type ImportSession, inParallel, positionOf, writeBy } from "./ImportSession.ts"
import { type ReadSubscription, readSubscription } from "./readSubscription.ts"
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

/** The most frozen subscriptions that are read one by one, and not by pages of all. */
const fewFrozen = 200

/**
 * Takes over the frozen subscriptions. Each is read again first, so that everything that changed at
 * Stripe since the copy counts. One commit for a page makes this engine bill them. It continues
 * where an earlier run was stopped.
 */
export const takeOverAccount = async (session: ImportSession): Promise<TakeOverCounts> => {
  const pendingItems = await session.reader.pendingItems()
  const isFew = (await frozenIds(session, fewFrozen)).length < fewFrozen
  const paged = isFew ? 0 : await takeOverPages(session, pendingItems)
  // A list leaves out what has ended. So the frozen rest is read one by one.
  const rest = await takeOverRest(session, pendingItems)
  return { ...rest, takenOver: paged + rest.takenOver }
}

/** Returns the external ids of frozen subscriptions, up to a number. */
const frozenIds = async (session: ImportSession, most: number): Promise<ReadonlyArray<string>> => {
  const ids: Array<string> = []
  for (const state of ["freezing", "frozen"] as const) {
    const query = { import: session.run.id, kind: "subscription", state } as const
    for await (const { externalId } of session.imports.iterateObjects(query)) {
      if (ids.length >= most) return ids
      ids.push(externalId)
    }
  }
  return ids
}

const takeOverPages = async (
  session: ImportSession,
  pendingItems: ReadonlySet<string>
): Promise<number> => {
  const list = "takeover/subscriptions"
  let takenOver = 0
  const from = positionOf(session, list)
  for await (const { data, at } of pagesOf(session.reader, "subscriptions", from)) {
    if (session.signal.aborted) break
    const { run, marginMs } = session
    const context = { importId: run.id, now: session.now(), marginMs, pendingItems }
    const read = data.map((each) => readSubscription(each, context))
    takenOver += await takeOverRead(session, read, { list, at })
    session.onProgress({ list: "subscriptions", seen: takenOver })
  }
  return takenOver
}

/** Takes over those that are frozen. Returns the number that is billed here now. */
const takeOverRead = async (
  session: ImportSession,
  read: ReadonlyArray<ReadSubscription>,
  position?: { readonly list: string; readonly at: string }
): Promise<number> => {
  const frozen = read.filter(({ isFrozen }) => isFrozen)
  const notes = await session.imports.takeOver({
    ...writeBy(session),
    ...(position === undefined ? {} : { position }),
    ...pageOfSubscriptions(frozen)
  })
  return notes.filter(({ state }) => state === "taken_over").length
}

const takeOverRest = async (
  session: ImportSession,
  pendingItems: ReadonlySet<string>
): Promise<TakeOverCounts> => {
  const ids = await frozenIds(session, Number.POSITIVE_INFINITY)
  let [takenOver, ended] = [0, 0]
  for (let from = 0; from < ids.length && !session.signal.aborted; from += pageSize) {
    const read: Array<ReadSubscription> = []
    const moves: Array<ImportMove> = []
    await inParallel(ids.slice(from, from + pageSize), session.concurrency, async (externalId) => {
      const found = (await readAgain(session, idAtStripe(externalId), pendingItems)).read
      if (found === null || found.isEnded) moves.push({ externalId, step: "end" })
      else read.push(found)
    })
    if (moves.length > 0) await session.imports.move({ ...writeBy(session), moves })
    ended += moves.length
    takenOver += await takeOverRead(session, read)
  }
  return { takenOver, waiting: Math.max(0, ids.length - takenOver - ended), ended }
}

const pageSize = 100

/** Returns the id at Stripe of an external id. */
export const idAtStripe = (externalId: string): string => externalId.slice("stripe:".length)
