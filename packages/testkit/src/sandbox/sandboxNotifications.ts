import { createHmac, timingSafeEqual } from "node:crypto"
import { type MidAccount, ProviderNotice, type RawNotification } from "@payloom/core"
import { Clock, Effect, Option, Schema } from "effect"
import { chargeLookup, modificationLookup } from "./providerAnswers.ts"
import type { BankDesk } from "./SandboxBank.ts"
import { sandboxKey } from "./sandboxKeys.ts"

/**
 * The headers of a sandbox notification: when it was signed, in seconds since the epoch, and
 * `v1=` with the HMAC-SHA256, in hex, of that, a full stop and the body.
 */
export const notificationHeaders = {
  timestamp: "sandbox-timestamp",
  signature: "sandbox-signature"
} as const

/** For how long a signed notification counts, in seconds; so much may clocks differ, too. */
const toleranceSeconds = 300

const Notices = Schema.toCodecJson(Schema.Array(ProviderNotice))
const Body = Schema.fromJsonString(Notices)
const writeBody = Schema.encodeSync(Body)
const readBody = Schema.decodeUnknownOption(Body)

/** Each account signs with a key of its own, so that none can speak for another. */
const signatureOf = (secret: string, account: string, timestamp: string, body: string): string => {
  const key = sandboxKey(secret, `notifications of ${account}`)
  const mac = createHmac("sha256", key).update(`${timestamp}.${body}`).digest("hex")
  return `v1=${mac}`
}

const areSame = (one: string, other: string): boolean => {
  const [left, right] = [Buffer.from(one), Buffer.from(other)]
  return left.length === right.length && timingSafeEqual(left, right)
}

/**
 * What a notification tells an account; none where its signature doesn't hold, is another
 * account's, or is older (or further ahead) than five minutes by the Clock.
 */
export const readSandboxNotification = Effect.fn("SandboxProvider.readNotification")(function* (
  secret: string,
  mid: MidAccount,
  { headers, body }: RawNotification
) {
  const timestamp = headers[notificationHeaders.timestamp] ?? ""
  const signature = headers[notificationHeaders.signature] ?? ""
  if (!areSame(signature, signatureOf(secret, mid.credentials, timestamp, body))) {
    return Option.none<ReadonlyArray<ProviderNotice>>()
  }
  const now = yield* Clock.currentTimeMillis
  const isFresh = Math.abs(now / 1000 - Number(timestamp)) <= toleranceSeconds
  return isFresh ? readBody(body) : Option.none()
})

/** The bank has nothing to tell under this reference. */
export class NothingToNotify extends Schema.TaggedError<NothingToNotify>()("NothingToNotify", {
  reference: Schema.String
}) {}

/** Notifications as the bank would send them now, ready to be handed to an account's endpoint. */
export interface SandboxNotifications {
  /**
   * What the bank knows of a charge, by the attempt id. Fails with `NothingToNotify` where a lookup
   * would find nothing.
   */
  readonly charge: (reference: string) => Effect.Effect<RawNotification, NothingToNotify>
  /** What the bank knows of a capture, void or refund, by its id. */
  readonly modification: (reference: string) => Effect.Effect<RawNotification, NothingToNotify>
}

const signed = (
  secret: string,
  account: string,
  now: number,
  notice: ProviderNotice
): RawNotification => {
  const body = writeBody([notice])
  const timestamp = String(Math.floor(now / 1000))
  return {
    headers: {
      "content-type": "application/json",
      [notificationHeaders.timestamp]: timestamp,
      [notificationHeaders.signature]: signatureOf(secret, account, timestamp, body)
    },
    body
  }
}

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
    return signed(secret, charge.account, now, { _tag: "Charge", id, reference, charge: found })
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
    return signed(secret, made.account, now, notice)
  })
})
