import { Schema } from "effect"
import { CurrencyCode } from "../kernel/primitives/CurrencyCode.ts"
import { freeText } from "../kernel/primitives/FreeText.ts"
import { PaymentMethod } from "../kernel/primitives/PaymentMethod.ts"
import { MidId } from "../kernel/primitives/PublicId.ts"
import { refusedAs } from "../kernel/primitives/RefusalCode.ts"
import { Millis } from "../kernel/primitives/Timestamp.ts"
import { collection } from "../platform/storage/Collection.ts"

/** 2 to 22 characters that every scheme can print, at least one of them a letter. */
export const StatementDescriptor = Schema.String.check(
  Schema.isPattern(
    /^(?=.*[A-Za-z])[A-Za-z0-9 .,*&/+:'-]{2,22}$/,
    refusedAs("parameter_invalid", "2 to 22 Latin letters, digits, spaces or . , * & / + : ' -")
  )
)

/** The fee of a charge on a merchant account. */
export interface MidFee {
  /** A share of the amount in basis points. `250` is 2.5 %. */
  readonly basisPoints: number
  /** A fixed amount, in minor units of the payment's currency. */
  readonly fixed: bigint
}

/** The name of a provider in the setup. */
export const ProviderName = Schema.String.annotate({
  expected: "the name of one of the setup's providers"
})

/** A merchant account at a provider. */
export interface Mid {
  /** `mid_` and a ULID. */
  readonly id: MidId
  /** The merchant's own name for the account. */
  readonly name: string
  /** The name of a registered provider. */
  readonly provider: string
  /** The currencies that the account settles, as ISO 4217 codes. */
  readonly currencies: readonly [CurrencyCode, ...Array<CurrencyCode>]
  /** The payment methods that the account takes. */
  readonly methods: readonly [PaymentMethod, ...Array<PaymentMethod>]
  /**
   * The place where the embedder keeps the account's credentials. It is passed on to the provider
   * unchanged.
   */
  readonly credentials: string
  /** The fee of a charge: a share in basis points and a fixed amount in minor units. */
  readonly fee: MidFee
  /** True if routing may choose the account. */
  readonly enabled: boolean
  /** The text on payers' statements. Null leaves it to the provider's account. */
  readonly statementDescriptor: string | null
  /** The keys of a payment's metadata that the provider gets. */
  readonly metadataKeys: ReadonlyArray<string>
  /** The time of its creation, in milliseconds since the epoch. */
  readonly created: number
}
export const Mid = Schema.Struct({
  id: MidId,
  name: freeText(255),
  provider: ProviderName,
  currencies: Schema.NonEmptyArray(CurrencyCode),
  methods: Schema.NonEmptyArray(PaymentMethod),
  credentials: freeText(255),
  fee: Schema.Struct({ basisPoints: Schema.Int, fixed: Schema.BigInt }),
  enabled: Schema.Boolean,
  statementDescriptor: Schema.NullOr(StatementDescriptor),
  metadataKeys: Schema.Array(Schema.String),
  created: Millis
})

/** The scope of a MID by its id. Notifications arrive before their scope is known. */
const MidEntry = Schema.Struct({ id: MidId })

export const MidCollection = collection<typeof MidEntry.Type>({
  name: "mids",
  schema: MidEntry,
  unique: { id: { of: (mid) => mid.id, global: true } }
})
