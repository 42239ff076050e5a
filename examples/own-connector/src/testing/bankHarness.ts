import type { ProviderHarness, ProviderSources } from "@payloom/testkit"
import { breakableConnection } from "@payloom/testkit/fake-provider"
import { bankConnector } from "../bankConnector.ts"
import { accountOf } from "../openShop.ts"
import { controlsOf } from "./controlsOf.ts"
import { payerAt } from "./payerAt.ts"

const account = (credentials: string) => ({ id: `mid of ${credentials}`, credentials })
const card = (vaultReference: string) => ({ _tag: "Vaulted", vaultReference }) as const

const sources: ProviderSources = {
  approved: card("tok_good"),
  verifiable: card("tok_good"),
  declined: [
    { source: card("tok_no_funds"), rawCode: "no_funds", means: "insufficient_funds" },
    { source: card("tok_stolen"), rawCode: "stolen", means: "card_declined" },
    {
      source: card("tok_not_at_north"),
      rawCode: "no_line_to_issuer",
      means: "issuer_unavailable"
    },
    { source: card("tok_odd"), rawCode: "computer_says_no", means: "card_declined" }
  ],
  pending: card("tok_later"),
  approvedForLess: card("tok_little_left"),
  asksPayer: { _tag: "Apm", apm: "bank_page" }
}

/** Returns the connector and the running bank in the form that the contract needs. */
export const bankHarness = async (url: string): Promise<ProviderHarness> => {
  const controls = controlsOf(url)
  const connection = breakableConnection(url)
  const takenUnder = async (reference: string) =>
    (await controls.books(reference)).charges.filter(({ status }) => taken.has(status))
  const connect = () => bankConnector({ url, accountOf, fetch: connection.over(fetch) })
  return {
    provider: connect(),
    secondProvider: connect(),
    mid: account("north"),
    otherMid: account("south"),
    refusedMid: account("closed"),
    sources,
    // `providerContract.full.test.ts` holds answers for longer.
    heldForMs: 300,
    backend: {
      charges: async (reference) =>
        (await takenUnder(reference)).map(({ amount, currency }) => ({
          amount: minorUnits(amount, currency),
          currency
        })),
      modifications: async (kind, reference) =>
        (await controls.books(reference)).modifications
          .filter((made) => made.kind === kind && made.status === "done")
          .map(({ amount, currency }) => ({
            amount: minorUnits(amount, currency),
            state: "succeeded"
          })),
      payerAnswers: async (reference, approves) => {
        const [charge] = (await controls.books(reference)).charges
        return payerAt(charge?.pay_at ?? "", approves ? "approve" : "refuse")
      },
      notification: (reference) => controls.event(reference),
      oldNotification: (reference, signedAt) => controls.event(reference, signedAt)
    },
    faults: {
      breaksAnswer: () => controls.nextAnswer("breaks"),
      holdsAnswer: () => controls.nextAnswer("hangs"),
      refusesConnection: connection.refuseNext,
      answersWith: (status) => controls.nextAnswer(status),
      breaksDown: async (how) => {
        if (how === "refusesConnection") connection.refuseAll()
        else await controls.down(how === "breaksConnection" ? "breaks" : how)
      },
      clear: async () => {
        connection.restore()
        await Promise.all([controls.nextAnswer(null), controls.down(null)])
      }
    }
  }
}

const taken: ReadonlySet<string> = new Set(["taken", "held", "released", "lapsed"])

/** Converts an amount without the connector's own function, so that a mistake in it is found. */
const minorUnits = (amount: string, currency: string): bigint =>
  currency === "ISK" ? BigInt(amount) / 100n : BigInt(amount)
