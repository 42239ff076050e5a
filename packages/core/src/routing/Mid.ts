import { Schema } from "effect"
import { CurrencyCode } from "../kernel/primitives/CurrencyCode.ts"
import { freeText } from "../kernel/primitives/FreeText.ts"
import { PaymentMethod } from "../kernel/primitives/PaymentMethod.ts"
import { MidId } from "../kernel/primitives/PublicId.ts"
import { refusedAs } from "../kernel/primitives/RefusalCode.ts"
import { Millis } from "../kernel/primitives/Timestamp.ts"
import { collection } from "../platform/storage/Collection.ts"

/** 2 to 22 characters that every scheme can print, one of them a letter. */
export const StatementDescriptor = Schema.String.check(
  Schema.isPattern(
    /^(?=.*[A-Za-z])[A-Za-z0-9 .,*&/+:'-]{2,22}$/,
    refusedAs("parameter_invalid", "2 to 22 Latin letters, digits, spaces or . , * & / + : ' -")
  )
)

/** What a charge on a merchant account costs. */
export interface MidFee {
  /** A share of the amount in basis points: `250` is 2.5 %. */
  readonly basisPoints: number
  /** A fixed amount, in minor units of the payment's currency. */
  readonly fixed: bigint
}

/** The name that a provider has in the setup. */
export const ProviderName = Schema.String.annotate({
  expected: "the name of one of the setup's providers"
})

/** A merchant account at a provider: where a charge can be sent. */
export interface Mid {
  /** `mid_` and a ULID. */
  readonly id: MidId
  /** The merchant's own name for it. */
  readonly name: string
  /** The name of a registered provider. */
  readonly provider: string
  /** What it settles: ISO 4217 codes. */
  readonly currencies: readonly [CurrencyCode, ...Array<CurrencyCode>]
  /** How it can be paid by. */
  readonly methods: readonly [PaymentMethod, ...Array<PaymentMethod>]
  /** Where the embedder keeps the account's credentials; passed on to the provider as it is. */
  readonly credentials: string
  /** What a charge costs: a share in basis points and a fixed amount in minor units. */
  readonly fee: MidFee
  /** Whether routing may choose it. */
  readonly enabled: boolean
  /** What payers' statements say of charges on it; null leaves it to the account. */
  readonly statementDescriptor: string | null
  /** The keys of a payment's metadata that the provider is told. */
  readonly metadataKeys: ReadonlyArray<string>
  /** When it was added, in milliseconds since the epoch. */
  readonly created: number
}
export const Mid = Schema.Struct({
  id: MidId,
  /** The merchant's own name for it. */
  name: freeText(255),
  /** The name of a registered provider. */
  provider: ProviderName,
  currencies: Schema.NonEmptyArray(CurrencyCode),
  methods: Schema.NonEmptyArray(PaymentMethod),
  /** Where the embedder keeps the account's credentials; passed on to the provider as it is. */
  credentials: freeText(255),
  /** What a charge costs: a share in basis points and a fixed amount in minor units. */
  fee: Schema.Struct({ basisPoints: Schema.Int, fixed: Schema.BigInt }),
  enabled: Schema.Boolean,
  /** What payers' statements say of charges on it; null leaves it to the account. */
  statementDescriptor: Schema.NullOr(StatementDescriptor),
  /** The keys of a payment's metadata that the provider is told. */
  metadataKeys: Schema.Array(Schema.String),
  created: Millis
})

/** Tells which scope a MID belongs to: notifications arrive before that is known. */
const MidEntry = Schema.Struct({ id: MidId })

export const MidCollection = collection<typeof MidEntry.Type>({
  name: "mids",
  schema: MidEntry,
  unique: { id: { of: (mid) => mid.id, global: true } }
})
