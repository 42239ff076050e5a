import type { ImportedNote, ImportMove } from "@payloom/core"
import type Stripe from "stripe"
import { subscriptionExpansions } from "./apiReader.ts"
import { noteSubscriptions } from "./copyAccount.ts"
import {
  byExternalId,
  type ImportSession,
  inParallel,
  positionOf,
  writeBy
} from "./ImportSession.ts"
import { type ReadSubscription, readSubscription } from "./readSubscription.ts"
import { pagesOf } from "./StripeReader.ts"
import { freezeCall, isFinal, isFreezeCall, isRefusal, sendFreeze, untilOf } from "./stripeCalls.ts"

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
    const known = read.filter((each) => each.isFrozen).map(confirmed)
    const answered = await freezeAll(session, api, toFreeze)
    await move(session, [...known, ...answered], { list, at })
    const isFrozen = known.length + answered.filter(({ step }) => step === "confirm_freeze").length
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
  // A freeze that Stripe refused is tried again.
  (note.state === "freezing" || note.reasons.length === 0) &&
  note.state !== "left" &&
  note.state !== "ended" &&
  note.state !== "taken_over" &&
  note.state !== "releasing"

const confirmed = ({ input }: ReadSubscription): ImportMove => ({
  externalId: input.externalId,
  step: "confirm_freeze"
})

const move = async (
  session: ImportSession,
  moves: ReadonlyArray<ImportMove>,
  position?: { readonly list: string; readonly at: string }
): Promise<ReadonlyMap<string, ImportedNote>> => {
  if (moves.length === 0 && position === undefined) return new Map()
  const notes = await session.imports.move({
    ...writeBy(session),
    moves,
    ...(position === undefined ? {} : { position })
  })
  return byExternalId(notes)
}

/**
 * Freezes subscriptions, and returns the moves by Stripe's answers, which are not stored yet. If a
 * call fails, the answers of the others are stored.
 */
const freezeAll = async (
  session: ImportSession,
  api: Stripe,
  toFreeze: ReadonlyArray<ReadSubscription>
): Promise<ReadonlyArray<ImportMove>> => {
  const begun = await move(
    session,
    toFreeze.map(({ input, periodEnd }) => ({
      externalId: input.externalId,
      step: "freeze",
      call: freezeCall(session, periodEnd)
    }))
  )
  const answered: Array<ImportMove> = []
  const stale: Array<ReadSubscription> = []
  try {
    await inParallel(toFreeze, session.concurrency, async (each) => {
      const { externalId } = each.input
      const call = begun.get(externalId)?.call ?? null
      if (!isFreezeCall(call)) return
      const refused = {
        externalId,
        step: "freeze",
        call: null,
        reasons: ["freeze_refused"]
      } as const
      try {
        const isFrozen = await sendFreeze(session, api, each.id, call)
        answered.push(isFrozen ? { externalId, step: "confirm_freeze", call } : refused)
        if (isFrozen && untilOf(call) !== each.periodEnd) stale.push(each)
      } catch (error) {
        if (isFinal(error)) answered.push(refused)
        if (!isRefusal(error)) throw error
      }
    })
  } catch (error) {
    await move(session, answered)
    throw error
  }
  if (stale.length === 0) return answered
  // The call of a dead process has the end of an earlier period in its mark.
  await move(session, answered)
  const again = await freezeAll(session, api, stale)
  const isAgain = new Set(stale.map(({ input }) => input.externalId))
  return [...answered.filter(({ externalId }) => !isAgain.has(externalId)), ...again]
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
