import type { ImportedNote, ImportedObject, ImportedState, ImportMove } from "@payloom/core"
import type Stripe from "stripe"
import { readAgain } from "./freezeAccount.ts"
import { byExternalId, type ImportSession, inParallel, writeBy } from "./ImportSession.ts"
import type { ReadSubscription } from "./readSubscription.ts"
import { isFinal, isFreezeCall, resumeCall, sendAgain, sendResume } from "./stripeCalls.ts"
import { idAtStripe } from "./takeOverAccount.ts"

/** The result of a way back. */
export interface GiveBackCounts {
  /** The subscriptions that Stripe bills again. */
  readonly released: number
  /** The subscriptions that stay: they were charged here, or Stripe let a period pass. */
  readonly stays: number
}

const states: ReadonlyArray<ImportedState> = ["taken_over", "frozen", "freezing", "releasing"]

const batch = 50

/**
 * Gives subscriptions back to Stripe, as far as nothing can have been charged here. This engine
 * stops first, in one commit. Then Stripe resumes, and its answer has to show that. It is safe to
 * repeat, and continues what an earlier run began.
 */
export const giveBackAccount = async (session: ImportSession): Promise<GiveBackCounts> => {
  const { api } = session
  if (api === null) throw new Error("Exported files can't be resumed: give the account's key.")
  let [released, stays] = [0, 0]
  for (const state of states) {
    let after: string | null = null
    do {
      if (session.signal.aborted) return { released, stays }
      const page: Awaited<ReturnType<typeof session.imports.objects>> =
        await session.imports.objects({
          import: session.run.id,
          kind: "subscription",
          state,
          limit: batch,
          ...(after === null ? {} : { startingAfter: after })
        })
      const count = await giveBackSome(session, api, state, page.data)
      released += count
      stays += page.data.length - count
      after = page.nextCursor
      session.onProgress({ list: "subscriptions", seen: released + stays })
    } while (after !== null)
  }
  return { released, stays }
}

const giveBackSome = async (
  session: ImportSession,
  api: Stripe,
  state: ImportedState,
  rows: ReadonlyArray<ImportedObject>
): Promise<number> => {
  if (rows.length === 0) return 0
  const safe: Array<ReadSubscription> = []
  const moves: Array<ImportMove> = []
  await inParallel(rows, session.concurrency, async ({ externalId, call }) => {
    const read = await readSettled(session, api, idAtStripe(externalId), call)
    if (read === null || read.isEnded) moves.push({ externalId, step: "end" })
    else if (state === "releasing" && read.isVoided) {
      moves.push({ externalId, step: "freeze", call: null })
    } else if (isResumable(session, state, read)) safe.push(read)
  })
  if (moves.length > 0) await session.imports.move({ ...writeBy(session), moves })
  const ids = safe.map(({ input }) => input.externalId)
  const call = resumeCall(session)
  const notes = byExternalId(
    state === "taken_over"
      ? await session.imports.giveBack({ ...writeBy(session), externalIds: ids, call })
      : await session.imports.move({
          ...writeBy(session),
          moves: ids.map((externalId) => ({ externalId, step: "release", call }))
        })
  )
  return resumeAll(session, api, safe, notes)
}

/**
 * Reads a subscription. If its freeze has no answer, it is sent again first, so that it can't take
 * effect later. Shortly before the end of a period nothing is sent, because the subscription could
 * not be resumed in time.
 */
const readSettled = async (
  session: ImportSession,
  api: Stripe,
  id: string,
  call: string | null
): Promise<ReadSubscription | null> => {
  const { read } = await readAgain(session, id, new Set())
  const isOpen = read !== null && !read.isEnded && isFreezeCall(call)
  if (!isOpen || isNearEnd(session, read)) return read
  await sendAgain(session, api, id, call)
  return (await readAgain(session, id, new Set())).read
}

const isNearEnd = ({ now, marginMs }: ImportSession, { periodEnd }: ReadSubscription): boolean =>
  periodEnd * 1000 <= now() + marginMs

/** Resumes what is releasing, and stores the answers. Returns the number that Stripe bills. */
const resumeAll = async (
  session: ImportSession,
  api: Stripe,
  safe: ReadonlyArray<ReadSubscription>,
  notes: ReadonlyMap<string, ImportedNote>
): Promise<number> => {
  const answered: Array<ImportMove> = []
  const releasing = safe.filter(({ input }) => notes.get(input.externalId)?.state === "releasing")
  try {
    await inParallel(releasing, session.concurrency, async ({ id, input: { externalId } }) => {
      const call = notes.get(externalId)?.call ?? resumeCall(session)
      try {
        const isResumed = await sendResume(session, api, id, call)
        if (isResumed) answered.push({ externalId, step: "confirm_release", call })
      } catch (error) {
        if (isFinal(error)) answered.push({ externalId, step: "release", call: null })
        throw error
      }
    })
  } finally {
    if (answered.length > 0) await session.imports.move({ ...writeBy(session), moves: answered })
  }
  return answered.filter(({ step }) => step === "confirm_release").length
}

/**
 * Returns true if Stripe bills the next period in full when it resumes. A period that it let pass
 * would be billed by nobody. Shortly before the end of a period it may pass before the call. If
 * a subscription is releasing, nobody bills it, so it is resumed as soon as possible.
 */
const isResumable = (
  session: ImportSession,
  state: ImportedState,
  read: ReadSubscription
): boolean => state === "releasing" || (!read.isVoided && !isNearEnd(session, read))
