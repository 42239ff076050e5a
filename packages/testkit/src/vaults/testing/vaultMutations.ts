import { VaultUnavailable } from "@payloom/core"
import { Effect } from "effect"
import {
  accepting,
  blamingCard,
  changingBody,
  describing,
  forgetting,
  marking,
  relaying,
  retrying,
  storing,
  unrelayed,
  type VaultMutation
} from "./breakVault.ts"
import { networkTokenMutations } from "./networkTokenMutations.ts"

/** Vaults and relays that break one rule each, by the rule's name. */
export const vaultMutations: Readonly<Record<string, ReadonlyArray<VaultMutation>>> = {
  "a card is stored with its brand, its last four digits and its expiry date": [
    { breaks: describing(() => ({ brand: "unknown" })) },
    { breaks: describing(() => ({ last4: "0000" })) },
    { breaks: describing(({ expYear }) => ({ expYear: expYear % 100 })) }
  ],
  "a description has no digits of the card number except the last four": [
    {
      breaks: (harness) => {
        const numbers: Array<string> = []
        return {
          encryptCard: (card) => {
            numbers.push(card.number)
            return harness.encryptCard(card)
          },
          ...describing(() => ({ funding: `credit ${numbers.at(-1)?.slice(0, 8)}` }))(harness)
        }
      },
      says: /^The description has digits of the card number\.$/
    }
  ],
  "a number has one fingerprint in a tenant, whatever its expiry date": [
    { breaks: describing(({ vaultReference }) => ({ fingerprint: vaultReference })) }
  ],
  "two numbers have two fingerprints": [
    { breaks: describing(({ brand }) => ({ fingerprint: brand })) }
  ],
  "a number has another fingerprint in another tenant": [
    { breaks: storing((given) => ({ ...given, fingerprintKey: new Uint8Array(32) })) }
  ],
  "a text is stored again with the same description": [
    {
      breaks: (harness) => {
        let times = 0
        return describing(() => ({ country: `C${times++}` }))(harness)
      }
    }
  ],
  "a text that the card field did not make is not recognized": [
    { breaks: accepting((text) => text === "tok_"), says: /^For "tok_" the vault answered a card/ }
  ],
  "an altered text is not recognized": [
    { breaks: accepting((text) => text.length === 36), says: /^For an altered text/ }
  ],
  "a card of another tenant or of the other mode is not recognized": [
    {
      breaks: storing((given) => ({ ...given, scope: { ...given.scope, mode: "test" } })),
      says: /in another scope the vault answered a card/
    }
  ],
  "a service that is down makes the vault unavailable, and blames no card": [
    { breaks: blamingCard, says: /was down \(401\), the vault answered CardNotRecognized\.$/ }
  ],
  "a store that is interrupted ends": [
    {
      breaks: ({ vault }) => ({
        vault: { ...vault, store: (given) => Effect.uninterruptible(vault.store(given)) }
      })
    }
  ],
  "a card has its security code until it is released": [
    { breaks: marking(() => ({ securityCode: null })), says: /^A new card has no mark/ },
    { breaks: marking(() => ({ securityCode: "code" })), says: /^A released card has a mark/ },
    { breaks: () => ({ hasCode: () => true }), says: /^The service still has the security code/ }
  ],
  "a release can be repeated": [
    {
      breaks: ({ vault }) => {
        const released = new Set<string>()
        return {
          vault: {
            ...vault,
            release: ({ vaultReference }) =>
              released.has(vaultReference)
                ? Effect.die(new Error("It was released."))
                : Effect.sync(() => void released.add(vaultReference))
          }
        }
      }
    }
  ],
  "a deleted card reaches no provider any more, and other cards do": [
    { breaks: forgetting(() => Effect.void), says: /^The provider got the number of a deleted/ }
  ],
  "a deletion can be repeated": [
    {
      breaks: (harness) => {
        const deleted = new Set<string>()
        return forgetting((forget, reference) =>
          deleted.has(reference)
            ? Effect.fail(new VaultUnavailable({ cause: "It is gone." }))
            : Effect.tap(forget, () => Effect.sync(() => deleted.add(reference)))
        )(harness)
      }
    }
  ],
  "a deletion that the service did not confirm makes the vault unavailable": [
    { breaks: forgetting((forget) => Effect.ignore(forget)), says: /vault answered success\.$/ }
  ],
  "the provider gets the card's details in place of the marks, in a body of json": [
    { breaks: unrelayed }
  ],
  "the provider gets the card's details in place of the marks, in a body of form": [
    { breaks: marking(({ number }) => ({ number: number.replace("~", "~ ") })) }
  ],
  "other texts arrive unchanged in a body of json: quotes, letters, separators": [
    { breaks: changingBody((body) => body.replaceAll("漢", "?")) }
  ],
  "other texts arrive unchanged in a body of form: quotes, letters, separators": [
    { breaks: changingBody((body) => body.replaceAll("%26", "&")) }
  ],
  "marks have no digits of the card number": [
    {
      breaks: (harness) => {
        let number = ""
        return {
          encryptCard: (card) => {
            number = card.number
            return harness.encryptCard(card)
          },
          ...marking(() => ({ holderName: number }))(harness)
        }
      }
    }
  ],
  "a payer's text in the syntax of a mark reveals no card": [
    {
      breaks: (harness) => ({
        injections: (reference) => {
          void harness.relay.marksOf(reference)
          return harness.injections?.(reference) ?? []
        }
      }),
      says: /of a payer became a card number\.$/
    }
  ],
  "the provider's answer is passed on with its status, its headers and its body": [
    {
      breaks: relaying((send) => async (address, init) => {
        const { ok, body, headers } = await send(address, init)
        return new Response(body, { status: ok ? 200 : 500, headers })
      })
    }
  ],
  "a card number in the provider's answer is masked": [{ breaks: unrelayed }],
  "a request whose answer is lost is Unknown, and is sent once": [{ breaks: retrying }],
  "an aborted request ends": [
    {
      breaks: relaying((send) => (address, init) => {
        const { signal: _, ...rest } = init ?? {}
        return send(address, rest)
      })
    }
  ],
  "a redirect is not followed": [
    { breaks: relaying(() => fetch), says: /sent the card to the address of a redirect\.$/ }
  ],
  "a host that is not listed gets nothing, and the request was provably not sent": [
    { breaks: unrelayed },
    {
      breaks: relaying(
        (send) => (address, init) =>
          send(address, init).catch(() => Promise.reject(new Error("No.")))
      ),
      says: /counts as Unknown\. Expected: NotSent\.$/
    }
  ],
  "an answer of the vault's own service is not taken for the provider's": [
    {
      breaks: relaying(
        (send) => (address, init) =>
          send(address, init).catch(() => new Response("no", { status: 502 }))
      ),
      says: /passed on HTTP 502 as the provider's answer\.$/
    }
  ],
  "a request whose answer the vault's service loses is Unknown, and is sent once": [
    { breaks: retrying }
  ],
  ...networkTokenMutations
}
