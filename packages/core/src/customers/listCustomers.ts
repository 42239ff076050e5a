import { Effect, Schema } from "effect"
import { inputChecker } from "../input/decodeInput.ts"
import { list, listCodec } from "../pagination/List.ts"
import { cursorFields } from "../pagination/ListQuery.ts"
import { signedPage } from "../pagination/signedPage.ts"
import type { Caller } from "../tenants/Caller.ts"
import { freeText } from "../values/FreeText.ts"
import { Customer, CustomerCollection, toCustomer } from "./Customer.ts"

/** The query of operation 13 (spec 4.2 and 4.5); both filters match exactly, case and all. */
export const ListCustomers = Schema.Struct({
  limit: cursorFields.limit,
  startingAfter: cursorFields.startingAfter,
  reference: Schema.optionalKey(freeText(255)),
  email: Schema.optionalKey(freeText(255))
})
  .pipe(Schema.encodeKeys({ startingAfter: "starting_after" }))
  .annotate({ identifier: "ListCustomers" })
export type ListCustomers = typeof ListCustomers.Type

export const customerListCodec = listCodec<Customer>(Customer)

const checkInput = inputChecker(ListCustomers)

/** Operation 13 (spec 4.5): customers, newest first. */
export const listCustomers = Effect.fnUntraced(function* (
  { scope }: Caller,
  query: ListCustomers = {}
) {
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
