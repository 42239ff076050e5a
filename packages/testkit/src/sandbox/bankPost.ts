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

/** Everything that can become of a notification. */
export const notificationFaults = [
  /** It arrives twice. */
  "doubled",
  /** It arrives after the one that was sent after it. */
  "overtaken",
  /** It arrives an hour later, and tells what was so when it was sent. */
  "late",
  /** It never arrives. */
  "lost"
] as const
/** What becomes of a notification on its way. */
export type NotificationFault = (typeof notificationFaults)[number]

/** What the bank tells of its own accord. */
export interface BankPost {
  /**
   * The bank notifies an engine of everything that is news since the last time: how its charges,
   * captures, voids and refunds stand. What the engine can't take now, for its storage is
   * unavailable say, is sent again the next time. Answers how many notifications were taken.
   */
  readonly notify: (payloom: Payloom, options?: NotifyOptions) => Promise<number>
  /** Decides what becomes of every notification that is sent from now on. */
  readonly meetNotification: (faultOf: MeetNth<NotificationFault>) => void
}

/** What the bank tells of. */
export interface NotifyOptions {
  /** Everything that it knows, told before or not: what was lost is made up for. */
  readonly again?: boolean
}

/** What is told of: news of the same replace each other. Each step of a dispute is of its own. */
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

/** What a bank sends to engines, as unreliable as it is told to be. */
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
    // Each is looked at, told again or not, so that the next time knows what was told.
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

/** Errors that a bank answers by sending the same again, some time later. */
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
  // A charge of another engine's, or of none.
  return "nobody's" as const
})
