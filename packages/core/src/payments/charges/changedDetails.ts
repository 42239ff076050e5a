import { Effect, Schema } from "effect"
import { ChangedDetail, type ChargeDetails } from "../../providers/ChargeDetails.ts"
import type { ChargeSource } from "../../providers/ChargeSource.ts"
import { answerAtOnce } from "../../providers/effectOf.ts"
import type { PaymentProvider } from "../../providers/PaymentProvider.ts"
import { storableReason } from "../../providers/storableReason.ts"

const areChanges = Schema.is(Schema.Array(ChangedDetail))

/** More than any charge has texts. */
const mostChanges = 100

const none: ReadonlyArray<ChangedDetail> = []

/**
 * Asks a provider which texts of a charge it changes, such as a cut descriptor. The list is for
 * display only. If the provider fails to answer, the failure is logged and the charge is sent.
 */
export const changedDetailsOn = (
  provider: PaymentProvider,
  details: ChargeDetails,
  source: ChargeSource
): Effect.Effect<ReadonlyArray<ChangedDetail>> =>
  provider.changedDetails === undefined
    ? Effect.succeed(none)
    : answerAtOnce(`${provider.name} changedDetails`, () =>
        provider.changedDetails?.(details, source)
      ).pipe(
        Effect.map((answer) => (areChanges(answer) ? answer.slice(0, mostChanges) : none)),
        Effect.map((changes) => changes.map(storable)),
        Effect.catchCause((cause) =>
          Effect.as(
            Effect.logError(`${provider.name} failed to say which texts it changes.`, cause),
            none
          )
        )
      )

const storable = ({ field, sent }: ChangedDetail): ChangedDetail => ({
  field: storableReason(field),
  sent: sent === null ? null : storableReason(sent)
})
