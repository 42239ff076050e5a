import { Effect, Schema } from "effect"
import { named } from "../../kernel/codec/named.ts"
import { inputChecker } from "../../kernel/input/decodeInput.ts"
import { freeText } from "../../kernel/primitives/FreeText.ts"
import { type ListCodec, list, listCodec } from "../../platform/pagination/List.ts"
import {
  cursorFields,
  type ForwardCursor,
  type PageLimit
} from "../../platform/pagination/ListQuery.ts"
import { signedPage } from "../../platform/pagination/signedPage.ts"
import type { Caller } from "../../platform/tenants/Caller.ts"
import { type Customer, CustomerCollection, customerCodec, toCustomer } from "./Customer.ts"

/** The customers to iterate. Both filters are exact and case-sensitive. */
export interface IterateCustomers extends PageLimit {
  /** Only customers with this identifier of the merchant. */
  readonly reference?: string
  /** Only customers with this email address. */
  readonly email?: string
}

/** The customers to list, 25 a page by default. */
export interface ListCustomers extends IterateCustomers, ForwardCursor {}
export const ListCustomers = Schema.Struct({
  limit: cursorFields.limit,
  startingAfter: cursorFields.startingAfter,
  reference: Schema.optionalKey(freeText(255)),
  email: Schema.optionalKey(freeText(255))
}).pipe(Schema.encodeKeys({ startingAfter: "starting_after" }), named("ListCustomers"))

export const customerListCodec: ListCodec<Customer> = listCodec(customerCodec)

const checkInput = inputChecker(ListCustomers)

/** Lists customers, newest first. */
export const listCustomers = Effect.fnUntraced(function* (
  caller: Caller,
  query: ListCustomers = {}
) {
  const { scope } = caller
  const { reference, email, ...cursor } = yield* Effect.fromResult(checkInput(query))
  const { rows, nextCursor } = yield* signedPage({
    of: CustomerCollection,
    binding: { scope, list: "customers", filters: [reference ?? null, email ?? null] },
    where: {
      ...(reference === undefined ? {} : { reference }),
      ...(email === undefined ? {} : { email })
    },
    order: "desc",
    defaultLimit: 25,
    ...cursor
  })
  return list(
    rows.map(({ row }) => toCustomer(row)),
    nextCursor
  )
})
