import type { NetworkTokenMarks } from "@payloom/core"
import { describing, marking, unrelayed, type VaultMutation } from "./breakVault.ts"

/** Changes the marks of network tokens. */
const markingTokens = (
  change: (marks: NetworkTokenMarks) => Partial<NetworkTokenMarks>
): VaultMutation["breaks"] =>
  marking(({ networkToken }) =>
    networkToken == null ? {} : { networkToken: { ...networkToken, ...change(networkToken) } }
  )

const sameCryptogram = markingTokens(({ cryptogram }) =>
  cryptogram === null ? {} : { cryptogram: "c2FtZQ==" }
)

/** Vaults and relays that break one rule about network tokens each, by the rule's name. */
export const networkTokenMutations: Readonly<Record<string, ReadonlyArray<VaultMutation>>> = {
  "a network token is described with the last four digits of its own number": [
    {
      breaks: describing(({ last4, networkToken }) =>
        networkToken === undefined ? {} : { networkToken: { ...networkToken, last4 } }
      )
    },
    {
      breaks: describing(() => ({ networkToken: undefined as never })),
      says: /^The description has no network token\.$/
    }
  ],
  "the provider gets a network token in place of its marks, in a body of json": [
    { breaks: markingTokens(({ number }) => ({ number: number.replace("token", "number") })) },
    { breaks: markingTokens(() => ({ expiryYear: "2041" })) },
    { breaks: sameCryptogram }
  ],
  "the provider gets a network token in place of its marks, in a body of form": [
    { breaks: markingTokens(({ number }) => ({ number: number.replace("~", "~ ") })) }
  ],
  "each payer's charge has a cryptogram of its own, and a merchant's charge has none": [
    { breaks: sameCryptogram, says: /^The cryptograms aren't the issued ones\./ },
    { breaks: markingTokens(({ cryptogram }) => ({ cryptogram: cryptogram ?? "bm9uZQ==" })) }
  ],
  "marks of a network token have no digits of its number": [
    {
      breaks: (harness) => {
        const { relay, networkTokens } = harness
        return {
          relay: {
            ...relay,
            marksOf: async (of, purpose) => {
              const marks = await relay.marksOf(of, purpose)
              const number = networkTokens?.numberOf(of) ?? ""
              return marks.networkToken == null
                ? marks
                : { ...marks, networkToken: { ...marks.networkToken, number } }
            }
          }
        }
      }
    }
  ],
  "marks of a network token are returned only if they are requested": [
    {
      breaks: ({ relay }) => ({
        relay: {
          ...relay,
          marksOf: (of, purpose) =>
            relay.marksOf(of, purpose ?? { networkToken: "with_cryptogram" })
        }
      })
    }
  ],
  "a network token that is suspended has no marks, and the card's number has them": [
    {
      breaks: ({ networkTokens }) =>
        networkTokens === undefined
          ? {}
          : { networkTokens: { ...networkTokens, suspend: () => undefined } },
      says: /^A suspended network token has marks\./
    },
    { breaks: marking(() => ({ number: "" })), says: /^The number has no mark\.$/ }
  ],
  "the number of a network token in the provider's answer is masked": [{ breaks: unrelayed }]
}
