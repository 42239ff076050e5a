import { Effect } from "effect"
import { finding, foundAs, type Mutations } from "./Mutation.ts"

/** Connectors that break the rules of lookups. */
export const lookupMutations: Mutations = {
  "a charge is found by our reference, with or without the provider's reference": [
    {
      breaks: ({ lookup }) => ({
        lookup: (query) =>
          query.providerReference === null ? Effect.succeed({ _tag: "Absent" }) : lookup(query)
      })
    }
  ],
  "a charge that was never sent is Absent, even if another charge is alike": [
    {
      breaks: ({ charge, lookup }) => {
        let last = ""
        return {
          charge: (request) => {
            last = request.reference
            return charge(request)
          },
          lookup: (query) => lookup({ ...query, reference: last })
        }
      }
    }
  ],
  "a charge is found behind more later charges than a page has": [
    {
      breaks: ({ charge, lookup }) => {
        const listed: Array<string> = []
        return {
          charge: (request) => {
            listed.unshift(request.reference)
            return charge(request)
          },
          lookup: (query) =>
            listed.slice(0, 3).includes(query.reference)
              ? lookup(query)
              : Effect.succeed({ _tag: "Absent" })
        }
      },
      says: /^For the lookup of \w+, before 4 later charges, the connector answered .*Absent/
    }
  ],
  "a charge of one account is not found at another account": [
    {
      breaks: ({ lookup }, { mid }) => ({ lookup: (query) => lookup({ ...query, mid }) }),
      says: /^For the lookup of \w+ at the account \w+ .* Expected: Absent or Unavailable\.$/
    }
  ],
  "a declined charge is found as declined with its code, or is Absent": [
    { breaks: finding(foundAs("declined", "captured")) },
    {
      breaks: finding((found) =>
        found._tag === "Found" ? { ...found, rawCode: null, networkCode: null } : found
      ),
      says: /answered the rawCode null, which means card_declined\. Expected: insufficient_funds\.$/
    }
  ]
}
