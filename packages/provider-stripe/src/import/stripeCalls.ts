import type Stripe from "stripe"
import type { ImportSession } from "./ImportSession.ts"
import { frozenKeys } from "./readSubscription.ts"

/**
 * The calls that freeze and resume a subscription have a name in the database before they are sent.
 * The name makes the idempotency key and the parameters. If the process dies, the next one sends
 * the same call, and Stripe answers both with one result. So a call of a dead process that arrives
 * later changes nothing.
 */
export type CallName = string

const [freezing, resuming] = ["freeze", "resume"]

/** Returns the name of a session's call that freezes. `until` is in seconds since the epoch. */
export const freezeCall = ({ run }: ImportSession, until: number): CallName =>
  `${freezing}.${run.session}.${until}`

/** Returns the name of a session's calls that resume. */
export const resumeCall = ({ run }: ImportSession): CallName => `${resuming}.${run.session}`

/** Returns true if the call freezes. */
export const isFreezeCall = (name: CallName | null): name is CallName =>
  name?.startsWith(`${freezing}.`) === true

/** Returns the end of the period that a call has in its mark, in seconds since the epoch. */
export const untilOf = (name: CallName): number => Number(name.split(".")[2])

const optionsOf = ({ run }: ImportSession, id: string, name: CallName) => ({
  idempotencyKey: `payloom.${run.id}.${id}.${name}`
})

/**
 * Freezes a subscription. Its mark has the end of the period that Stripe was paid for. Returns true
 * if the answer shows it frozen.
 */
export const sendFreeze = async (
  session: ImportSession,
  api: Stripe,
  id: string,
  name: CallName
): Promise<boolean> => {
  const answer = await api.subscriptions.update(
    id,
    {
      pause_collection: { behavior: "void" },
      metadata: {
        [frozenKeys.import]: session.run.id,
        [frozenKeys.until]: String(untilOf(name))
      }
    },
    optionsOf(session, id, name)
  )
  return answer.pause_collection?.behavior === "void"
}

/** Resumes a subscription. Returns true if the answer shows that it is not paused. */
export const sendResume = async (
  session: ImportSession,
  api: Stripe,
  id: string,
  name: CallName
): Promise<boolean> => {
  const answer = await api.subscriptions.update(
    id,
    { pause_collection: "", metadata: { [frozenKeys.import]: "", [frozenKeys.until]: "" } },
    optionsOf(session, id, name)
  )
  return answer.pause_collection === null
}

const statusOf = (error: unknown): number => {
  const { statusCode } = Object(error) as { readonly statusCode?: unknown }
  return Number(statusCode)
}

/** Returns true if Stripe refuses a call for this subscription. */
export const isRefusal = (error: unknown): boolean => [400, 404].includes(statusOf(error))

/**
 * Returns true if an error is Stripe's final answer to a call. The same call gets the same answer
 * again, so a repetition needs another name.
 */
export const isFinal = (error: unknown): boolean => isRefusal(error) || statusOf(error) >= 500

/**
 * Sends the freeze of a dead process again and waits for its answer, so that the first one can't
 * take effect later. A refusal is an answer too.
 */
export const sendAgain = async (
  session: ImportSession,
  api: Stripe,
  id: string,
  name: CallName
): Promise<void> => {
  try {
    await sendFreeze(session, api, id, name)
  } catch (error) {
    if (!isFinal(error)) throw error
  }
}
