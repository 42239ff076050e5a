import {
  type ChangedCard,
  type MidAccount,
  ProviderNotice,
  type RawNotification
} from "@payloom/core"
import { Clock, Effect, Option, Schema } from "effect"
import { chargeLookup, modificationLookup } from "./providerAnswers.ts"
import type { BankDesk } from "./SandboxBank.ts"
import { cardNews } from "./sandboxAccountUpdater.ts"
import { isAuthentic, signed } from "./signedNotification.ts"

const Notices = Schema.toCodecJson(Schema.Array(ProviderNotice))
const Body = Schema.fromJsonString(Notices)
const writeBody = Schema.encodeSync(Body)
const readBody = Schema.decodeUnknownOption(Body)

/** Each account signs with a key of its own, so that none can speak for another. */
const voiceOf = (account: string): string => `notifications of ${account}`

/**
 * What a notification tells an account; none where its signature doesn't hold, is another
 * account's, or is older (or further ahead) than five minutes by the Clock.
 */
export const readSandboxNotification = Effect.fn("SandboxProvider.readNotification")(function* (
  secret: string,
  mid: MidAccount,
  notification: RawNotification
) {
  const now = yield* Clock.currentTimeMillis
  return isAuthentic(secret, voiceOf(mid.credentials), notification, now)
    ? readBody(notification.body)
    : Option.none<ReadonlyArray<ProviderNotice>>()
})

/** The bank has nothing to tell under this reference. */
export class NothingToNotify extends Schema.TaggedError<NothingToNotify>()("NothingToNotify", {
  reference: Schema.String
}) {
  override get message(): string {
    return `The bank knows nothing of ${this.reference}: give the id of what was sent to it.`
  }
}

/** Notifications as the bank would send them now, ready to be handed to an account's endpoint. */
export interface SandboxNotifications {
  /**
   * What the bank knows of a charge, by the attempt id. Fails with `NothingToNotify` where a lookup
   * would find nothing.
   */
  readonly charge: (reference: string) => Effect.Effect<RawNotification, NothingToNotify>
  /** What the bank knows of a capture, void or refund, by its id. */
  readonly modification: (reference: string) => Effect.Effect<RawNotification, NothingToNotify>
  /** That cards were reissued, whether they were or not: for the account updater's endpoint. */
  readonly cards: (...changed: ReadonlyArray<ChangedCard>) => Effect.Effect<RawNotification>
}

const told = (secret: string, account: string, now: number, notice: ProviderNotice) =>
  signed(secret, voiceOf(account), writeBody([notice]), now)

/** The notifications of a bank, signed with its secret. */
export const sandboxNotifications = (secret: string, bank: BankDesk): SandboxNotifications => ({
  charge: Effect.fnUntraced(function* (reference) {
    const { books, now } = yield* bank.books
    const charge = books.charges().findLast((made) => made.reference === reference)
    const found = chargeLookup(charge, now)
    if (charge === undefined || found._tag !== "Found") {
      return yield* new NothingToNotify({ reference })
    }
    // A repeated notification of the same state is the same notice.
    const id = `notice_${charge.providerReference}_${found.state}`
    return told(secret, charge.account, now, { _tag: "Charge", id, reference, charge: found })
  }),
  modification: Effect.fnUntraced(function* (reference) {
    const { books, now } = yield* bank.books
    const made = books.modifications().findLast((one) => one.reference === reference)
    const found = modificationLookup(made, now)
    if (made === undefined || found._tag !== "Found") {
      return yield* new NothingToNotify({ reference })
    }
    const id = `notice_${made.providerReference}_${found.state}`
    const notice = { _tag: "Modification", id, reference, modification: found } as const
    return told(secret, made.account, now, notice)
  }),
  cards: (...changed) =>
    Effect.map(Clock.currentTimeMillis, (now) => cardNews(secret, changed, now))
})
