import { Effect } from "effect"
import { declined, type Mutations } from "./Mutation.ts"

/** Connectors that break the rules of saved methods. */
export const savedMethodMutations: Mutations = {
  "a method that the charge of an agreement saves is charged again by its token, once": [
    {
      breaks: ({ charge, lookup }) => ({
        charge: (request) => charge({ ...request, agreement: null }),
        lookup: (query) => Effect.map(lookup(query), (found) => ({ ...found, savedMethod: null }))
      }),
      says: /no method was saved\.$/
    },
    {
      breaks: ({ charge }) => ({
        charge: (request) =>
          request.initiator === "merchant"
            ? Effect.succeed(declined("unreadable_card"))
            : charge(request)
      }),
      says: /unreadable_card.*Expected: Pending or Approved\.$/
    }
  ],
  "a charge that starts no agreement saves no method": [
    {
      breaks: ({ charge }) => ({
        charge: (request) =>
          Effect.map(charge(request), (outcome) =>
            outcome._tag === "Pending" ? { ...outcome, savedMethod: { token: "any" } } : outcome
          )
      }),
      says: /answered the saved method/
    }
  ]
}
