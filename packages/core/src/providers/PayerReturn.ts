import { Schema } from "effect"

/** The data that a payer brings back after a redirect or another action. */
export interface PayerReturn {
  /** The query parameters of the address that they came back to, by name. */
  readonly query?: { readonly [name: string]: string }
  /** The result that the provider's own script gave to the page. */
  readonly result?: Schema.Json
}
export const PayerReturn = Schema.Struct({
  query: Schema.optionalKey(Schema.Record(Schema.String, Schema.String)),
  result: Schema.optionalKey(Schema.Json)
})
