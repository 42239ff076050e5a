import { Schema } from "effect"

/** What a payer brings back from where a provider sent them. */
export const PayerReturn = Schema.Struct({
  /** The query of the address that they came back to, by name. */
  query: Schema.optionalKey(Schema.Record(Schema.String, Schema.String)),
  /** What the provider's own script handed to the page. */
  result: Schema.optionalKey(Schema.Json)
})
export type PayerReturn = typeof PayerReturn.Type
