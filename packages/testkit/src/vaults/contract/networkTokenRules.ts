import assert from "node:assert/strict"
import type { CardMarks, NetworkTokenMarks, VaultedCard } from "@payloom/core"
import type { VaultHarness, VaultNetworkTokens, VaultRule } from "../VaultHarness.ts"
import { bodies, cardIn, type Format, lastBody, order, send } from "./relayedRequests.ts"
import { hidesNumber, storeCard } from "./vaultCalls.ts"

/** Returns the rules of a vault whose cards have network tokens. */
export const networkTokenRules = (harness: VaultHarness): ReadonlyArray<VaultRule> => {
  const { networkTokens } = harness
  if (networkTokens === undefined) return []
  return [
    isDescribed(harness, networkTokens),
    ...formats.map((format) => arrives(harness, networkTokens, format)),
    hasCryptograms(harness, networkTokens),
    isHidden(harness, networkTokens),
    isRequested(harness),
    isSuspended(harness, networkTokens),
    ...(harness.masksAnswers ? [isMasked(harness, networkTokens)] : [])
  ]
}

const formats: ReadonlyArray<Format> = ["json", "form"]

const isDescribed = (harness: VaultHarness, { numberOf }: VaultNetworkTokens): VaultRule => ({
  name: "a network token is described with the last four digits of its own number",
  run: async () => {
    const card = await storeCard(harness)
    assert.equal(described(card).last4, numberOf(card.vaultReference).slice(-4))
  }
})

const arrives = (
  harness: VaultHarness,
  { numberOf, cryptogramsOf }: VaultNetworkTokens,
  format: Format
): VaultRule => ({
  name: `the provider gets a network token in place of its marks, in a body of ${format}`,
  run: async () => {
    const card = await storeCard(harness)
    const { vaultReference } = card
    await sendToken(harness, await marksOf(harness, vaultReference, "with_cryptogram"), format)
    const { name: _, order: __, ...got } = cardIn(format, lastBody(harness))
    const { expMonth, expYear } = described(card)
    assert.deepEqual(got, {
      number: numberOf(vaultReference),
      expiryMonth: String(expMonth).padStart(2, "0"),
      expiryYear: String(expYear),
      cvc: cryptogramsOf(vaultReference).at(-1)
    })
  }
})

const hasCryptograms = (
  harness: VaultHarness,
  { cryptogramsOf }: VaultNetworkTokens
): VaultRule => ({
  name: "each payer's charge has a cryptogram of its own, and a merchant's charge has none",
  run: async () => {
    const { vaultReference } = await storeCard(harness)
    const arrived: Array<string | undefined> = []
    for (const purpose of ["with_cryptogram", "with_cryptogram", "without_cryptogram"] as const) {
      await sendToken(harness, await marksOf(harness, vaultReference, purpose), "json")
      arrived.push(cardIn("json", lastBody(harness)).cvc)
    }
    const issued = cryptogramsOf(vaultReference)
    assert.deepEqual(arrived, [...issued, undefined], "The cryptograms aren't the issued ones.")
    assert.equal(new Set(issued).size, 2, "Two charges have one cryptogram.")
  }
})

const isHidden = (harness: VaultHarness, { numberOf }: VaultNetworkTokens): VaultRule => ({
  name: "marks of a network token have no digits of its number",
  run: async () => {
    const { vaultReference } = await storeCard(harness)
    const marks = await marksOf(harness, vaultReference, "with_cryptogram")
    hidesNumber(JSON.stringify(marks), { number: numberOf(vaultReference) }, "A mark")
  }
})

const isRequested = (harness: VaultHarness): VaultRule => ({
  name: "marks of a network token are returned only if they are requested",
  run: async () => {
    const { vaultReference } = await storeCard(harness)
    const { networkToken } = await harness.relay.marksOf(vaultReference)
    assert.ok(networkToken == null, "The card's marks have a network token.")
  }
})

const isSuspended = (harness: VaultHarness, { suspend }: VaultNetworkTokens): VaultRule => ({
  name: "a network token that is suspended has no marks, and the card's number has them",
  run: async () => {
    const { vaultReference } = await storeCard(harness)
    await suspend(vaultReference)
    for (const networkToken of ["with_cryptogram", "without_cryptogram"] as const) {
      const marks = await harness.relay.marksOf(vaultReference, { networkToken })
      assert.equal(marks.networkToken, null, "A suspended network token has marks.")
      assert.notEqual(marks.number, "", "The number has no mark.")
    }
  }
})

const isMasked = (harness: VaultHarness, { numberOf }: VaultNetworkTokens): VaultRule => ({
  name: "the number of a network token in the provider's answer is masked",
  run: async () => {
    const { vaultReference } = await storeCard(harness)
    const number = numberOf(vaultReference)
    const marks = await marksOf(harness, vaultReference, "with_cryptogram")
    harness.destination.answersNext({ status: 200, body: JSON.stringify({ number }) })
    const answer = await (await sendToken(harness, marks, "json")).text()
    hidesNumber(answer, { number }, "The answer")
  }
})

const marksOf = async (
  { relay }: VaultHarness,
  vaultReference: string,
  networkToken: "with_cryptogram" | "without_cryptogram"
): Promise<NetworkTokenMarks> => {
  const marks = await relay.marksOf(vaultReference, { networkToken })
  return marks.networkToken ?? assert.fail("The card has no marks of its network token.")
}

const described = ({ networkToken }: VaultedCard): NonNullable<VaultedCard["networkToken"]> =>
  networkToken ?? assert.fail("The description has no network token.")

/** Sends a network token. Its cryptogram is in the place of a card's security code. */
const sendToken = (
  harness: VaultHarness,
  { cryptogram, ...token }: NetworkTokenMarks,
  format: Format
): Promise<Response> => {
  const marks: CardMarks = { ...token, securityCode: cryptogram, holderName: null }
  return send(harness, bodies[format](marks, order))
}
