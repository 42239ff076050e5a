import {
  CreateCustomer,
  customerCodec,
  customerListCodec,
  ListCustomers,
  UpdateCustomer
} from "@payloom/core"
import { noQuery, operation, type SealedOperation } from "./Operation.ts"

/** The operations of customers. */
export const customerOperations: ReadonlyArray<SealedOperation> = [
  operation({
    name: "createCustomer",
    summary: "Create a customer",
    tag: "Customers",
    method: "POST",
    path: "/customers",
    body: CreateCustomer,
    output: customerCodec,
    run: ({ customers }, { caller, body, idempotencyKey }) =>
      customers.create(caller, body, { idempotencyKey })
  }),
  operation({
    name: "listCustomers",
    summary: "List customers, newest first",
    tag: "Customers",
    method: "GET",
    path: "/customers",
    query: {
      schema: ListCustomers,
      single: ["limit", "starting_after", "reference", "email"],
      repeated: [],
      refused: ["ending_before", "expand"]
    },
    output: customerListCodec,
    run: ({ customers }, { caller, query }) => customers.list(caller, query)
  }),
  operation({
    name: "retrieveCustomer",
    summary: "Retrieve a customer",
    tag: "Customers",
    method: "GET",
    path: "/customers/{id}",
    query: { ...noQuery, refused: ["expand"] },
    output: customerCodec,
    run: ({ customers }, { caller, id }) => customers.retrieve(caller, id)
  }),
  operation({
    name: "updateCustomer",
    summary: "Change a customer. Fields that are not sent stay unchanged",
    tag: "Customers",
    method: "PATCH",
    path: "/customers/{id}",
    body: UpdateCustomer,
    output: customerCodec,
    run: ({ customers }, { caller, id, body, idempotencyKey }) =>
      customers.update(caller, id, body, { idempotencyKey })
  })
]
