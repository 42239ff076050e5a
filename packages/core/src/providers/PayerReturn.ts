import { Schema } from "effect"

/** What a payer brings back from where a provider sent them. */
export interface PayerReturn {
  /** The query of the address that they came back to, by name. */
  readonly query?: { readonly [name: string]: string }
  /** What the provider's own script handed to the page. */
  readonly result?: Schema.Json
}
export const PayerReturn = Schema.Struct({
  query: Schema.optionalKey(Schema.Record(Schema.String, Schema.String)),
  result: Schema.optionalKey(Schema.Json)
})
