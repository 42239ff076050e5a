import { Schema } from "effect"
import { ChargeLookup } from "./ChargeOutcome.ts"
import { ModificationLookup } from "./ModificationOutcome.ts"

/** A request that a provider sent us, as it came. */
export interface RawNotification {
  /** Header names in lower case. */
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

/** One thing a provider tells of its own accord; `id` is its own, the same on every repeat. */
export const ProviderNotice = Schema.TaggedUnion({
  Charge: {
    id: Schema.String,
    /** Our attempt id. */
    reference: Schema.String,
    charge: ChargeLookup.cases.Found
  },
  Modification: {
    id: Schema.String,
    /** Our capture, void or refund id. */
    reference: Schema.String,
    modification: ModificationLookup.cases.Found
  }
})
export type ProviderNotice = typeof ProviderNotice.Type
