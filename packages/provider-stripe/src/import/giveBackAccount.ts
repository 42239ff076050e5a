import type { ImportedState, ImportMove } from "@payloom/core"
import type Stripe from "stripe"
import { readAgain } from "./freezeAccount.ts"
import { byExternalId, type ImportSession, inParallel, writeBy } from "./ImportSession.ts"
import { frozenKeys, type ReadSubscription } from "./readSubscription.ts"
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
      const ids = page.data.map(({ externalId }) => externalId)
      const count = await giveBackSome(session, api, state, ids)
      released += count
      stays += ids.length - count
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
  externalIds: ReadonlyArray<string>
): Promise<number> => {
  if (externalIds.length === 0) return 0
  const safe: Array<ReadSubscription> = []
  const moves: Array<ImportMove> = []
  await inParallel(externalIds, session.concurrency, async (externalId) => {
    const { read } = await readAgain(session, idAtStripe(externalId), new Set())
    if (read === null || read.isEnded) moves.push({ externalId, step: "end" })
    else if (state === "releasing" && read.isVoided) moves.push({ externalId, step: "freeze" })
    else if (isResumable(session, state, read)) safe.push(read)
  })
  if (moves.length > 0) await session.imports.move({ ...writeBy(session), moves })
  const ids = safe.map(({ input }) => input.externalId)
  const notes = byExternalId(
    state === "taken_over"
      ? await session.imports.giveBack({ ...writeBy(session), externalIds: ids })
      : await session.imports.move({
          ...writeBy(session),
          moves: ids.map((externalId) => ({ externalId, step: "release" }))
        })
  )
  const resumed: Array<string> = []
  const releasing = safe.filter(({ input }) => notes.get(input.externalId)?.state === "releasing")
  await inParallel(releasing, session.concurrency, async ({ id, input }) => {
    if (await resume(api, id)) resumed.push(input.externalId)
  })
  if (resumed.length > 0) {
    await session.imports.move({
      ...writeBy(session),
      moves: resumed.map((externalId) => ({ externalId, step: "confirm_release" }))
    })
  }
  return resumed.length
}

/**
 * Returns true if Stripe bills the next period in full when it resumes. A period that it let pass
 * would be billed by nobody. Shortly before the end of a period it may pass before the call. If
 * a subscription is releasing, nobody bills it, so it is resumed as soon as possible.
 */
const isResumable = (
  { now, marginMs }: ImportSession,
  state: ImportedState,
  { isVoided, periodEnd }: ReadSubscription
): boolean => state === "releasing" || (!isVoided && periodEnd * 1000 > now() + marginMs)

const resume = async (api: Stripe, id: string): Promise<boolean> => {
  const answer = await api.subscriptions.update(id, {
    pause_collection: "",
    metadata: { [frozenKeys.import]: "", [frozenKeys.until]: "" }
  })
  return answer.pause_collection === null
}
