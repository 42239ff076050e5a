import type { AccountUpdater, CardUpdate, RawNotification } from "@payloom/core"
import { Scope } from "@payloom/core"
import { Clock, Effect, Option, Schema } from "effect"
import type { BankDesk } from "./SandboxBank.ts"
import type { CardSeals, SealedCard } from "./SandboxVault.ts"
import { isAuthentic, signed } from "./signedNotification.ts"
import { type TestCardName, testCardByNumber, testCards } from "./testCards.ts"

const News = Schema.fromJsonString(
  Schema.Array(Schema.Struct({ scope: Scope, vaultReference: Schema.String }))
)
const writeFeed = Schema.encodeSync(News)
const readFeed = Schema.decodeUnknownOption(News)

const voice = "card news"

/** Creates a notification that names cards, with the account updater's signature. */
export const cardUpdates = (
  secret: string,
  changed: ReadonlyArray<CardUpdate>,
  now: number
): RawNotification => signed(secret, voice, writeFeed(changed), now)

/**
 * Creates the sandbox's account updater. It knows the test cards that the bank reissued. All other
 * cards stay unchanged.
 */
export const sandboxAccountUpdater = (
  secret: string,
  seals: CardSeals,
  bank: BankDesk
): AccountUpdater["Service"] => {
  return {
    readNotification: Effect.fn("SandboxAccountUpdater.readNotification")(function* (notification) {
      const now = yield* Clock.currentTimeMillis
      return isAuthentic(secret, voice, notification, now)
        ? readFeed(notification.body)
        : Option.none()
    }),
    currentCard: Effect.fn("SandboxAccountUpdater.currentCard")(function* ({
      vaultReference,
      fingerprintKey
    }) {
      const { books } = yield* bank.books
      return Option.map(seals.read(vaultReference), (old) => {
        const newest = books.reissued(testCardByNumber(old.number)?.name ?? "")
        const card: SealedCard =
          newest === undefined
            ? old
            : {
                number: testCards[newest.card as TestCardName].number,
                expMonth: newest.expMonth,
                expYear: newest.expYear
              }
        return seals.seal(card, fingerprintKey)
      })
    })
  }
}
