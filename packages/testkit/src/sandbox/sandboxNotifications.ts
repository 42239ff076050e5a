import {
  type CardUpdate,
  type MidAccount,
  ProviderNotification,
  type RawNotification,
  TaggedError
} from "@payloom/core"
import { Clock, Effect, Option, Schema } from "effect"
import type { BankBooks } from "./BankBooks.ts"
import type { BankCharge, BankModification } from "./bankCharge.ts"
import type { DisputeCommand } from "./bankCommands.ts"
import { chargeLookup, modificationLookup } from "./providerAnswers.ts"
import type { BankDesk } from "./SandboxBank.ts"
import { cardUpdates } from "./sandboxAccountUpdater.ts"
import { isAuthentic, signed } from "./signedNotification.ts"

const ProviderNotifications = Schema.toCodecJson(Schema.Array(ProviderNotification))
const Body = Schema.fromJsonString(ProviderNotifications)
const writeBody = Schema.encodeSync(Body)
const readBody = Schema.decodeUnknownOption(Body)

/** Each account signs with a key of its own, so that none can speak for another. */
export const voiceOf = (account: string): string => `notifications of ${account}`

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
    : Option.none<ReadonlyArray<ProviderNotification>>()
})

/** The bank has nothing to tell under this reference. */
export class NothingToNotify extends TaggedError("NothingToNotify")<{
  /** The id of what was to be told of. */
  readonly reference: string
}> {
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
  /** What the bank knows of a capture, void or refund, by its id; of its own desk's by its name. */
  readonly modification: (reference: string) => Effect.Effect<RawNotification, NothingToNotify>
  /** That cards were reissued, whether they were or not: for the account updater's endpoint. */
  readonly cards: (...changed: ReadonlyArray<CardUpdate>) => Effect.Effect<RawNotification>
}

/** What the bank has to tell an account; it is signed when it is sent, for signatures grow old. */
export interface BankNotification {
  readonly account: string
  /** The reference of the charge that it is about, or whose capture, void or refund it is about. */
  readonly charge: string
  readonly notification: ProviderNotification
}

/** What there is to tell of a charge; the same state told again is the same notice. */
const chargeNotification = (
  charge: BankCharge | undefined,
  now: number
): Option.Option<BankNotification> => {
  const found = chargeLookup(charge, now)
  if (charge === undefined || found._tag !== "Found") return Option.none()
  const { account, reference, providerReference } = charge
  const id = `notice_${providerReference}_${found.state}${nthReturn(charge)}`
  const notification: ProviderNotification = {
    _tag: "Charge",
    id,
    reference,
    charge: found,
    ...returnedAt(charge)
  }
  return Option.some({ account, charge: reference, notification })
}

/** Each return, and each capture after one, is news of its own. */
const nthReturn = (charge: BankCharge | undefined): string =>
  charge === undefined || charge.returns.times === 0 ? "" : `_${charge.returns.times}`

const returnedAt = (charge: BankCharge | undefined) =>
  charge === undefined || charge.returns.times === 0 ? {} : { occurredAt: charge.returns.at }

const modificationNotification = (
  books: BankBooks,
  made: BankModification | undefined,
  now: number
): Option.Option<BankNotification> => {
  const found = modificationLookup(made, now)
  if (made === undefined || found._tag !== "Found") return Option.none()
  const { account, reference, providerReference, charge } = made
  const of = made.kind === "capture" ? books.charge(account, charge) : undefined
  const id = `notice_${providerReference}_${found.state}${nthReturn(of)}`
  if (made.isAtDesk && found.state !== "hold_expired") {
    const { amount, currency } = made
    const { state, rawCode } = found
    const refund = { providerReference, amount, currency, state, rawCode }
    const notification: ProviderNotification = { _tag: "Refund", id, reference: charge, refund }
    return Option.some({ account, charge, notification })
  }
  const notification: ProviderNotification = {
    _tag: "Modification",
    id,
    reference,
    modification: found,
    ...returnedAt(of)
  }
  return Option.some({ account, charge, notification })
}

const isNamed = ({ isAtDesk, ...made }: BankModification, name: string): boolean =>
  name === (isAtDesk ? made.providerReference : made.reference)

/** Each step of a dispute is news of its own: what came later doesn't make it unsaid. */
const disputeNotification = (
  { account, charge, dispute, stage, amount, rawReason, evidenceDueBy, currency }: DisputeCommand,
  nth: number,
  chargeCurrency: string
): BankNotification => ({
  account,
  charge,
  notification: {
    _tag: "Dispute",
    id: `notice_${dispute}_${nth}`,
    reference: charge,
    dispute: {
      providerReference: dispute,
      stage,
      amount,
      currency: currency ?? chargeCurrency,
      rawReason,
      evidenceDueBy
    }
  }
})

/** All that a bank could tell now: of its charges first, then of what was done to them. */
export const allNotifications = ({
  bank
}: NotificationFeed): Effect.Effect<ReadonlyArray<BankNotification>> =>
  Effect.map(bank.books, ({ books, now }) => [
    ...books.charges().flatMap((charge) => Option.toArray(chargeNotification(charge, now))),
    ...books
      .modifications()
      .flatMap((made) => Option.toArray(modificationNotification(books, made, now))),
    ...books
      .disputes()
      .map((made, nth) =>
        disputeNotification(made, nth, books.charge(made.account, made.charge)?.currency ?? "")
      )
  ])

/** A bank, and the secret that it signs with. */
export interface NotificationFeed {
  readonly secret: string
  readonly bank: BankDesk
}

/** News as they are sent now. */
export const sealed = (secret: string, { account, notification }: BankNotification, now: number) =>
  signed(secret, voiceOf(account), writeBody([notification]), now)

/** The notifications of a bank, signed with its secret. */
export const sandboxNotifications = ({ secret, bank }: NotificationFeed): SandboxNotifications => {
  const sent = Effect.fnUntraced(function* (
    reference: string,
    notificationsIn: (books: BankBooks, now: number) => Option.Option<BankNotification>
  ) {
    const { books, now } = yield* bank.books
    const news = notificationsIn(books, now)
    if (Option.isNone(news)) return yield* new NothingToNotify({ reference })
    return sealed(secret, news.value, now)
  })
  return {
    charge: (reference) =>
      sent(reference, (books, now) =>
        chargeNotification(
          books.charges().findLast((made) => made.reference === reference),
          now
        )
      ),
    modification: (reference) =>
      sent(reference, (books, now) =>
        modificationNotification(
          books,
          books.modifications().findLast((made) => isNamed(made, reference)),
          now
        )
      ),
    cards: (...changed) =>
      Effect.map(Clock.currentTimeMillis, (now) => cardUpdates(secret, changed, now))
  }
}
