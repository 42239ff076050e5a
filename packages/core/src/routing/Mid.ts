import { Schema } from "effect"
import { collection } from "../storage/Collection.ts"
import { CurrencyCode } from "../values/CurrencyCode.ts"
import { freeText } from "../values/FreeText.ts"
import { PaymentMethod } from "../values/PaymentMethod.ts"
import { MidId } from "../values/PublicId.ts"
import { Millis } from "../values/Timestamp.ts"

/** A merchant account at a provider: where a charge can be sent. */
export const Mid = Schema.Struct({
  id: MidId,
  /** The merchant's own name for it. */
  name: freeText(255),
  /** The name of a registered provider. */
  provider: Schema.String,
  currencies: Schema.NonEmptyArray(CurrencyCode),
  methods: Schema.NonEmptyArray(PaymentMethod),
  /** Where the embedder keeps the account's credentials; passed on to the provider as it is. */
  credentials: freeText(255),
  /** What a charge costs: a share in basis points and a fixed amount in minor units. */
  fee: Schema.Struct({ basisPoints: Schema.Int, fixed: Schema.BigInt }),
  enabled: Schema.Boolean,
  created: Millis
})
export type Mid = typeof Mid.Type

/** Tells which scope a MID belongs to: notifications arrive before that is known. */
const MidEntry = Schema.Struct({ id: MidId })

export const MidCollection = collection<typeof MidEntry.Type>({
  name: "mids",
  schema: MidEntry,
  unique: { id: { of: (mid) => mid.id, global: true } }
})
