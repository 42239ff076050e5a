import { Schema } from "effect"
import { VaultedCard } from "../../cards/vault/CardVault.ts"
import { minuteMs } from "../../kernel/primitives/durations.ts"
import { CheckoutSessionId, ThreeDsSessionId } from "../../kernel/primitives/PublicId.ts"
import { Millis } from "../../kernel/primitives/Timestamp.ts"
import { collection } from "../../platform/storage/Collection.ts"

/** For how long a payer may take over a challenge, in milliseconds. */
export const challengeLifeMs = 15 * minuteMs

/** A challenge that a payer was shown, for one card in one checkout session. */
export const ThreeDsSession = Schema.Struct({
  id: ThreeDsSessionId,
  checkoutSession: CheckoutSessionId,
  /** The card that is charged once the challenge is passed, and no other. */
  card: VaultedCard,
  /** `over` once a charge, another confirm or its time has ended it: it is good for one charge. */
  status: Schema.Literals(["open", "over"]),
  /** The issuer's page. */
  url: Schema.String,
  created: Millis
})
export interface ThreeDsSession extends Schema.Schema.Type<typeof ThreeDsSession> {}

/** True if the payer has taken too long over a challenge, also if its job has not run yet. */
export const isChallengeOver = ({ created }: ThreeDsSession, now: Millis): boolean =>
  now >= created + challengeLifeMs

export const ThreeDsSessionCollection = collection<ThreeDsSession>({
  name: "three_ds_sessions",
  schema: ThreeDsSession
})
