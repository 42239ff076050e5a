import { AttemptCollection, type Payloom, type Scope } from "@payloom/core"
import { Clock, Effect, Option } from "effect"
import { everyScope } from "../audit/everyRow.ts"
import { type MeetNth, nthMet } from "../faults/nthMet.ts"
import {
  allNotifications,
  type BankNotification,
  type NotificationFeed,
  sealed
} from "./sandboxNotifications.ts"

/** All faults of a notification. */
export const notificationFaults = [
  /** It arrives twice. */
  "doubled",
  /** It arrives after the next notification. */
  "overtaken",
  /** It arrives an hour later, with the state at the time of sending. */
  "late",
  /** It never arrives. */
  "lost"
] as const
/** A fault of a notification on its way. */
export type NotificationFault = (typeof notificationFaults)[number]

/** Sends notifications from the bank to an engine. */
export interface BankPost {
  /**
   * Notifies an engine of every change since the last call: the states of charges, captures, voids
   * and refunds. A notification that the engine can't take now, for example because its storage is
   * unavailable, is sent again in the next call. Resolves to the number of accepted notifications.
   */
  readonly notify: (payloom: Payloom, options?: NotifyOptions) => Promise<number>
  /** Adds a decision about every later notification. Earlier decisions still apply. */
  readonly meetNotification: (faultOf: MeetNth<NotificationFault>) => void
}

/** The options of `notify`. */
export interface NotifyOptions {
  /** If true, sends everything again, so that lost notifications are replaced. */
  readonly again?: boolean
}

/**
 * Returns the subject of a notification. Later notifications replace earlier ones of the same
 * subject. Each step of a dispute is a subject of its own.
 */
const aboutOf = (charge: string, notification: BankNotification["notification"]): string => {
  switch (notification._tag) {
    case "Dispute":
      return notification.id
    case "Refund":
      return `Refund ${charge} ${notification.refund.providerReference}`
    default:
      return `${notification._tag} ${charge} ${notification.reference}`
  }
}

interface Letter extends BankNotification {
  readonly dueAt: number
}

const lateByMs = 3_600_000

/** Creates the sender of a bank's notifications, with the faults that a test sets. */
export const bankPost = (source: NotificationFeed): BankPost => {
  const { meet, next } = nthMet<NotificationFault>()
  const told = new Map<string, string>()
  const overtaken: Array<Letter> = []
  let underway: ReadonlyArray<Letter> = []

  const send = (news: BankNotification, now: number): ReadonlyArray<Letter> => {
    const letter = { ...news, dueAt: now }
    const fault = next()
    if (fault === "lost") return []
    if (fault === "late") return [{ ...letter, dueAt: now + lateByMs }]
    if (fault === "overtaken") {
      overtaken.push(letter)
      return []
    }
    return [letter, ...(fault === "doubled" ? [{ ...letter }] : []), ...overtaken.splice(0)]
  }

  const isNewlyPending = ({ charge, notification }: BankNotification): boolean => {
    const about = aboutOf(charge, notification)
    const isTold = told.get(about) === notification.id
    told.set(about, notification.id)
    return !isTold
  }

  const delivery = Effect.fnUntraced(function* (engine: Payloom, again: boolean) {
    const now = yield* Clock.currentTimeMillis
    const all = yield* allNotifications(source)
    // Each notification is examined, sent again or not, so that the next call knows what was sent.
    const sent = all
      .filter((news) => isNewlyPending(news) || again)
      .flatMap((news) => send(news, now))
    underway = [...underway, ...sent]
    const scopes = yield* everyScope(engine.services.storage)
    let taken = 0
    for (const letter of underway.filter(({ dueAt }) => dueAt <= now)) {
      const fate = yield* deliver(source, letter, engine, scopes)
      if (fate === "taken") taken += 1
      if (fate !== "later") underway = underway.filter((other) => other !== letter)
    }
    return taken
  })

  return {
    meetNotification: meet,
    notify: (payloom, { again = false } = {}) =>
      Effect.runPromise(
        Effect.provideService(delivery(payloom, again), Clock.Clock, payloom.services.clock)
      )
  }
}

/** Errors after which a bank sends the same notification again later. */
const passing: ReadonlySet<string> = new Set([
  "ProviderUnavailable",
  "StorageContention",
  "StorageUnavailable"
])

const deliver = Effect.fnUntraced(function* (
  { secret }: NotificationFeed,
  letter: BankNotification,
  { services: { background, storage } }: Payloom,
  scopes: ReadonlyArray<Scope>
) {
  const now = yield* Clock.currentTimeMillis
  for (const scope of scopes) {
    const attempt = yield* storage.get(scope, AttemptCollection, letter.charge)
    const mid = Option.getOrNull(attempt)?.row.mid ?? null
    if (mid === null) continue
    const receiving = background.receiveNotification(mid, sealed(secret, letter, now))
    return yield* Effect.as(receiving, "taken" as const).pipe(
      Effect.catchIf(
        ({ _tag }) => passing.has(_tag),
        () => Effect.succeed("later" as const)
      )
    )
  }
  // A charge of another engine, or an unknown charge.
  return "nobody's" as const
})
