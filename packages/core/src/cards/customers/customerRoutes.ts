import { type HttpRoute, noQuery, route } from "../../platform/routes/HttpRoute.ts"
import { customerCodec } from "./Customer.ts"
import { CreateCustomer, UpdateCustomer } from "./customerInput.ts"
import { customerListCodec, ListCustomers } from "./listCustomers.ts"

/** The routes of customers. */
export const customerRoutes: ReadonlyArray<HttpRoute> = [
  route({
    name: "createCustomer",
    calls: ["customers", "create"],
    summary: "Create a customer",
    findOut: "List customers with their `reference` or `email`.",
    tag: "Customers",
    method: "POST",
    path: "/customers",
    body: CreateCustomer,
    output: customerCodec
  }),
  route({
    name: "listCustomers",
    calls: ["customers", "list"],
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
    output: customerListCodec
  }),
  route({
    name: "retrieveCustomer",
    calls: ["customers", "retrieve"],
    summary: "Retrieve a customer",
    tag: "Customers",
    method: "GET",
    path: "/customers/{id}",
    query: { ...noQuery, refused: ["expand"] },
    output: customerCodec
  }),
  route({
    name: "updateCustomer",
    calls: ["customers", "update"],
    summary: "Change a customer. Fields that are not sent stay unchanged",
    findOut: "Retrieve the customer.",
    tag: "Customers",
    method: "PATCH",
    path: "/customers/{id}",
    body: UpdateCustomer,
    output: customerCodec
  })
]
