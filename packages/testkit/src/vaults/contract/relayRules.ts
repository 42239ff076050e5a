import assert from "node:assert/strict"
import { setTimeout as sleep } from "node:timers/promises"
import { classifyHttpFailure } from "@payloom/core"
import type { TypedCard, VaultHarness, VaultRule, VaultService } from "../VaultHarness.ts"
import { bodies, cardIn, type Format, lastBody, order, send } from "./relayedRequests.ts"
import { hidesNumber, newCard, storeCard } from "./vaultCalls.ts"

/** Returns the rules of the relay. */
export const relayRules = (harness: VaultHarness): ReadonlyArray<VaultRule> => [
  ...detailRules(harness),
  ...answerRules(harness),
  ...lossRules(harness),
  ...(harness.forbidden === undefined ? [] : hostRules(harness, harness.forbidden.url)),
  ...(harness.service === undefined ? [] : serviceRules(harness, harness.service))
]

const formats: ReadonlyArray<Format> = ["json", "form"]

const detailRules = (harness: VaultHarness): ReadonlyArray<VaultRule> => [
  ...formats.map((format) => ({
    name: `the provider gets the card's details in place of the marks, in a body of ${format}`,
    run: async () => {
      const card = newCard()
      await sendCard(harness, card, format)
      const { name: _, order: __, ...got } = cardIn(format, lastBody(harness))
      const { number, cvc } = card
      const code = harness.keepsCodes ? { cvc } : {}
      assert.deepEqual(got, { number, expiryMonth: "03", expiryYear: "2041", ...code })
    }
  })),
  ...formats.map((format) => ({
    name: `other texts arrive unchanged in a body of ${format}: quotes, letters, separators`,
    run: async () => {
      await sendCard(harness, newCard(), format)
      const { name, order: got } = cardIn(format, lastBody(harness))
      assert.deepEqual({ name, order: got }, order)
    }
  })),
  {
    name: "marks have no digits of the card number",
    run: async () => {
      const card = newCard()
      const { vaultReference } = await storeCard(harness, card)
      const marks = JSON.stringify(await harness.relay.marksOf(vaultReference))
      hidesNumber(marks, card, "A mark")
    }
  },
  ...(harness.injections === undefined ? [] : [injectionRule(harness, harness.injections)])
]

const sendCard = async (
  harness: VaultHarness,
  card: TypedCard,
  format: Format
): Promise<Response> => {
  const { vaultReference } = await storeCard(harness, card)
  return send(harness, bodies[format](await harness.relay.marksOf(vaultReference), order))
}

const injectionRule = (
  harness: VaultHarness,
  injections: NonNullable<VaultHarness["injections"]>
): VaultRule => ({
  name: "a payer's text in the syntax of a mark reveals no card",
  run: async () => {
    const victim = newCard()
    const { vaultReference } = await storeCard(harness, victim)
    for (const text of injections(vaultReference)) {
      for (const format of formats) {
        const { vaultReference: own } = await storeCard(harness)
        const marks = await harness.relay.marksOf(own)
        await send(harness, bodies[format](marks, { ...order, name: text }))
        const isRevealed = lastBody(harness).includes(victim.number)
        assert.ok(!isRevealed, `The text ${text} of a payer became a card number.`)
      }
    }
  }
})

const answerRules = (harness: VaultHarness): ReadonlyArray<VaultRule> => [
  {
    name: "the provider's answer is passed on with its status, its headers and its body",
    run: async () => {
      for (const status of [200, 402, 422, 500]) {
        const body = JSON.stringify({ status, text: "naïve 漢字" })
        harness.destination.answersNext({ status, headers: { "x-own": `${status}` }, body })
        const response = await sendCard(harness, newCard(), "json")
        assert.equal(response.status, status)
        assert.equal(response.headers.get("x-own"), `${status}`)
        assert.equal(await response.text(), body)
      }
    }
  },
  ...(harness.masksAnswers
    ? [
        {
          name: "a card number in the provider's answer is masked",
          run: async () => {
            const card = newCard()
            const grouped = card.number.replaceAll(/(.{4})(?=.)/g, "$1 ")
            const body = JSON.stringify({ number: card.number, grouped })
            harness.destination.answersNext({ status: 200, body })
            const answer = await (await sendCard(harness, card, "json")).text()
            hidesNumber(answer.replaceAll(" ", ""), card, "The answer")
          }
        }
      ]
    : [])
]

/**
 * How long a call may take to end after it was aborted, in milliseconds. The answer to it would
 * take twice as long.
 */
const endsWithinMs = 4_000

/** Resolves when the destination has got a request more. */
const arrivedAfter = async ({ destination }: VaultHarness, before: number): Promise<void> => {
  while (destination.received().length === before) await sleep(2)
}

const lossRules = (harness: VaultHarness): ReadonlyArray<VaultRule> => [
  {
    name: "a request whose answer is lost is Unknown, and is sent once",
    run: async () => {
      const before = harness.destination.received().length
      harness.destination.faults.next({ _tag: "drops_after" })
      // A service may answer with a status of its own, such as 502, which counts as Unknown too.
      const outcome = await sendCard(harness, newCard(), "json").catch((failure) => failure)
      mustBe(outcome, "Unknown", "A request whose answer was lost")
      const arrived = harness.destination.received().length - before
      assert.ok(arrived === 1, `The request arrived ${arrived} times.`)
    }
  },
  {
    name: "an aborted request ends",
    run: async () => {
      const { vaultReference } = await storeCard(harness)
      const body = bodies.json(await harness.relay.marksOf(vaultReference), order)
      const before = harness.destination.received().length
      harness.destination.faults.next({ _tag: "holds_after", ms: 2 * endsWithinMs })
      const aborting = new AbortController()
      const ended = send(harness, body, { signal: aborting.signal }).then(
        () => "answered",
        () => "ended"
      )
      await Promise.race([ended, arrivedAfter(harness, before)])
      aborting.abort()
      const first = await Promise.race([ended, sleep(endsWithinMs, "waits", { ref: false })])
      assert.ok(first === "ended", `After the abort the request ${first}.`)
    }
  },
  {
    name: "a redirect is not followed",
    run: async () => {
      const { vaultReference } = await storeCard(harness)
      const body = bodies.json(await harness.relay.marksOf(vaultReference), order)
      const before = harness.destination.received().length
      const location = `${harness.destination.url}/elsewhere`
      harness.destination.answersNext({ status: 307, headers: { location } })
      await send(harness, body).catch(() => null)
      const arrived = harness.destination.received().length - before
      assert.ok(arrived === 1, "The relay sent the card to the address of a redirect.")
    }
  }
]

const hostRules = (harness: VaultHarness, forbidden: string): ReadonlyArray<VaultRule> => [
  {
    name: "a host that is not listed gets nothing, and the request was provably not sent",
    run: async () => {
      const { vaultReference } = await storeCard(harness)
      const body = bodies.json(await harness.relay.marksOf(vaultReference), order)
      const { host } = new URL(harness.destination.url)
      const addresses = [
        `${forbidden}/charges`,
        forbidden.replace("://", `://${host}@`),
        `${forbidden}/?${host}`,
        harness.destination.url.replace("http:", "ftp:")
      ]
      for (const url of addresses) {
        const failure = await failureOf(send(harness, body, { url }))
        mustBe(failure, "NotSent", `A request to ${url}`)
      }
      assert.ok(harness.forbidden?.received().length === 0, "A host that is not listed was asked.")
    }
  }
]

const serviceRules = (harness: VaultHarness, service: VaultService): ReadonlyArray<VaultRule> => [
  {
    name: "an answer of the vault's own service is not taken for the provider's",
    run: async () => {
      for (const status of [400, 401, 403, 429, 500, 502]) {
        const { vaultReference } = await storeCard(harness)
        const body = bodies.json(await harness.relay.marksOf(vaultReference), order)
        const before = harness.destination.received().length
        await service.refusesToRelay(status)
        await failureOf(send(harness, body))
        assert.equal(harness.destination.received().length, before)
      }
    }
  },
  {
    name: "a request whose answer the vault's service loses is Unknown, and is sent once",
    run: async () => {
      const { vaultReference } = await storeCard(harness)
      const body = bodies.json(await harness.relay.marksOf(vaultReference), order)
      const before = harness.destination.received().length
      await service.losesAnswer()
      mustBe(await failureOf(send(harness, body)), "Unknown", "A request whose answer was lost")
      const arrived = harness.destination.received().length - before
      assert.ok(arrived === 1, `The request arrived ${arrived} times.`)
    }
  }
]

/** Returns the error of a request. Asserts that it has no answer. */
const failureOf = (sent: Promise<Response>): Promise<unknown> =>
  sent.then(
    ({ status }) => assert.fail(`The relay passed on HTTP ${status} as the provider's answer.`),
    (failure: unknown) => failure
  )

const mustBe = (failure: unknown, right: "NotSent" | "Unknown", what: string): void => {
  const tag = classifyHttpFailure(failure)?._tag
  assert.ok(tag === right, `${what} counts as ${tag}. Expected: ${right}.`)
}
