import {
  type CardUpdate,
  type ChargeFound,
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

/**
 * The purpose of an account's signing key. Each account has its own, so that no account can sign
 * for another.
 */
export const voiceOf = (account: string): string => `notifications of ${account}`

/**
 * Reads a notification of an account. Returns none if its signature is invalid or another
 * account's, or if its time differs from the Clock by more than five minutes.
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

/** The bank has nothing to report under this reference. */
export class NothingToNotify extends TaggedError("NothingToNotify")<{
  /** The id that the caller gave. */
  readonly reference: string
}> {
  override get message(): string {
    return `The bank knows nothing of ${this.reference}: give the id of what was sent to it.`
  }
}

/**
 * Creates notifications with the bank's present state, for tests that deliver them to an account's
 * endpoint.
 */
export interface SandboxNotifications {
  /**
   * Returns the notification of a charge, by the attempt id. Fails with `NothingToNotify` if a
   * lookup would find nothing.
   */
  readonly charge: (reference: string) => Effect.Effect<RawNotification, NothingToNotify>
  /**
   * Returns the notification of a capture, void or refund, by its id. One made at the bank's own
   * desk has the bank's reference.
   */
  readonly modification: (reference: string) => Effect.Effect<RawNotification, NothingToNotify>
  /**
   * Returns a notification of a charge that is not true: the bank's present state with other
   * fields. Fails with `NothingToNotify` if a lookup would find nothing.
   */
  readonly untrue: (
    reference: string,
    fields: Partial<ChargeFound>
  ) => Effect.Effect<RawNotification, NothingToNotify>
  /**
   * Returns the notification of reissued cards for the account updater's endpoint, whether they
   * were reissued or not.
   */
  readonly cards: (...changed: ReadonlyArray<CardUpdate>) => Effect.Effect<RawNotification>
}

/**
 * A notification of the bank to an account. It is signed when it is sent, because signatures
 * expire.
 */
export interface BankNotification {
  readonly account: string
  /** The reference of its charge, or of the charge of its capture, void or refund. */
  readonly charge: string
  readonly notification: ProviderNotification
}

/** Returns the notification of a charge. The same state has the same id. */
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
    occurredAt: changedAt(charge)
  }
  return Option.some({ account, charge: reference, notification })
}

/** Each return, and each capture after a return, is a separate notification. */
const nthReturn = ({ returns }: Pick<BankCharge, "returns">): string =>
  returns.times === 0 ? "" : `_${returns.times}`

/** The time of the last return or of the capture after it. Before that, the time of the charge. */
const changedAt = ({ returns, madeAt }: BankCharge): number =>
  returns.times === 0 ? madeAt : returns.at

const modificationNotification = (
  books: BankBooks,
  made: BankModification | undefined,
  now: number
): Option.Option<BankNotification> => {
  const found = modificationLookup(made, now)
  if (made === undefined || found._tag !== "Found") return Option.none()
  const { account, reference, providerReference, charge } = made
  const of = made.kind === "capture" ? books.charge(account, charge) : undefined
  const id = `notice_${providerReference}_${found.state}${nthReturn(made)}`
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
    ...(of === undefined
      ? {}
      : { occurredAt: made.returns.times === 0 ? changedAt(of) : made.returns.at })
  }
  return Option.some({ account, charge, notification })
}

const isNamed = ({ isAtDesk, ...made }: BankModification, name: string): boolean =>
  name === (isAtDesk ? made.providerReference : made.reference)

/**
 * Each step of a dispute is a separate notification, because a later step doesn't replace an
 * earlier one.
 */
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

/**
 * Returns all notifications that a bank could send now: charges first, then their modifications.
 */
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

/** An untrue notification has an id of its own, so that the true one still counts. */
const untrue = (
  news: BankNotification,
  fields: Partial<ChargeFound>,
  now: number
): BankNotification => {
  const { notification } = news
  if (notification._tag !== "Charge") return news
  const id = `${notification.id}_untrue_${now}`
  const charge = { ...notification.charge, ...fields }
  return { ...news, notification: { ...notification, id, charge } }
}

/** A bank and the secret with which it signs. */
export interface NotificationFeed {
  readonly secret: string
  readonly bank: BankDesk
}

/** Signs a notification at this time. */
export const sealed = (secret: string, { account, notification }: BankNotification, now: number) =>
  signed(secret, voiceOf(account), writeBody([notification]), now)

/** Creates the notifications of a bank, signed with its secret. */
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
    untrue: (reference, fields) =>
      sent(reference, (books, now) => {
        const made = books.charges().findLast((charge) => charge.reference === reference)
        return Option.map(chargeNotification(made, now), (news) => untrue(news, fields, now))
      }),
    cards: (...changed) =>
      Effect.map(Clock.currentTimeMillis, (now) => cardUpdates(secret, changed, now))
  }
}
