import type { ImportedNote, ImportMove } from "@payloom/core"
import type Stripe from "stripe"
import { subscriptionExpansions } from "./apiReader.ts"
import { noteSubscriptions } from "./copyAccount.ts"
import { type ImportSession, inParallel, positionOf, writeBy } from "./ImportSession.ts"
import { frozenKeys, type ReadSubscription, readSubscription } from "./readSubscription.ts"
import { pagesOf } from "./StripeReader.ts"

/** The result of a freeze. */
export interface FreezeCounts {
  /** The subscriptions that are frozen now, also those of earlier runs. */
  readonly frozen: number
  /** The subscriptions that wait, such as for an invoice that Stripe is about to charge. */
  readonly waiting: number
  /** The subscriptions that stay at Stripe. */
  readonly left: number
}

/** The steps that the signal of a client needs. */
const clientOf = ({ api }: ImportSession): Stripe => {
  if (api === null) throw new Error("Exported files can't be frozen: give the account's key.")
  return api
}

/**
 * Freezes the subscriptions that can be brought over: Stripe makes their invoices void from now on.
 * The intention is stored before the call, and the answer of the call shows that it is frozen. It
 * continues where an earlier run was stopped.
 */
export const freezeAccount = async (session: ImportSession): Promise<FreezeCounts> => {
  const api = clientOf(session)
  const pendingItems = await session.reader.pendingItems()
  const list = "freeze/subscriptions"
  let [frozen, waiting, left] = [0, 0, 0]
  const from = positionOf(session, list)
  for await (const { data, at } of pagesOf(session.reader, "subscriptions", from)) {
    if (session.signal.aborted) break
    const context = {
      importId: session.run.id,
      now: session.now(),
      marginMs: session.marginMs,
      pendingItems
    }
    const read = data.map((each) => readSubscription(each, context))
    const notes = await noteSubscriptions(session, read)
    const toFreeze = read.filter((each) => isToFreeze(each, notes.get(each.input.externalId)))
    const before = read.filter((each) => each.isFrozen)
    await move(
      session,
      toFreeze.map(({ input }) => ({ externalId: input.externalId, step: "freeze" }))
    )
    const results: Array<ImportMove> = before.map(confirmed)
    await inParallel(toFreeze, session.concurrency, async (each) => {
      results.push((await freezeOne(api, each, context.importId)) ? confirmed(each) : refused(each))
    })
    await move(session, results, { list, at })
    const isFrozen = results.filter(({ step }) => step === "confirm_freeze").length
    const isLeft = [...notes.values()].filter(({ state }) => state === "left").length
    frozen += isFrozen
    left += isLeft
    waiting += read.length - isFrozen - isLeft
    session.onProgress({ list: "subscriptions", seen: frozen + waiting + left })
  }
  return { frozen, waiting, left }
}

const isToFreeze = (read: ReadSubscription, note: ImportedNote | undefined): boolean =>
  !read.isFrozen &&
  read.input.reasons.length === 0 &&
  note !== undefined &&
  note.reasons.length === 0 &&
  note.state !== "left" &&
  note.state !== "ended" &&
  note.state !== "taken_over" &&
  note.state !== "releasing"

const confirmed = ({ input }: ReadSubscription): ImportMove => ({
  externalId: input.externalId,
  step: "confirm_freeze"
})

const refused = ({ input }: ReadSubscription): ImportMove => ({
  externalId: input.externalId,
  step: "freeze",
  reasons: ["freeze_refused"]
})

const move = async (
  session: ImportSession,
  moves: ReadonlyArray<ImportMove>,
  position?: { readonly list: string; readonly at: string }
): Promise<void> => {
  if (moves.length === 0 && position === undefined) return
  await session.imports.move({
    ...writeBy(session),
    moves,
    ...(position === undefined ? {} : { position })
  })
}

/**
 * Freezes a subscription. Its mark has the end of the period that Stripe was paid for. Returns true
 * if the answer shows it frozen, and false if Stripe refuses.
 */
const freezeOne = async (
  api: Stripe,
  { id, periodEnd }: ReadSubscription,
  importId: string
): Promise<boolean> => {
  try {
    const answer = await api.subscriptions.update(id, {
      pause_collection: { behavior: "void" },
      metadata: { [frozenKeys.import]: importId, [frozenKeys.until]: String(periodEnd) }
    })
    return answer.pause_collection?.behavior === "void"
  } catch (error) {
    const { statusCode } = Object(error) as { readonly statusCode?: unknown }
    if (statusCode === 400 || statusCode === 404) return false
    throw error
  }
}

/** Reads a subscription again, with everything that its next charge depends on. */
export const readAgain = async (
  session: ImportSession,
  id: string,
  pendingItems: ReadonlySet<string>
): Promise<{ readonly read: ReadSubscription | null }> => {
  try {
    const found = await clientOf(session).subscriptions.retrieve(id, {
      expand: subscriptionExpansions
    })
    const { run, marginMs } = session
    const context = { importId: run.id, now: session.now(), marginMs, pendingItems }
    return { read: readSubscription(found, context) }
  } catch (error) {
    const { code } = Object(error) as { readonly code?: unknown }
    if (code === "resource_missing") return { read: null }
    throw error
  }
}
