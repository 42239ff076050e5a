import assert from "node:assert/strict"
import type { KnownCharges, MidAccount, RawNotification } from "@payloom/core"
import { Effect, Option } from "effect"
import type { ProviderBackend, ProviderHarness, ProviderRule } from "../ProviderHarness.ts"
import {
  answered,
  charged,
  modificationOf,
  newReference,
  outcomeOf,
  queryOf,
  textOf
} from "./calls.ts"
import { nothingKnown, readNotices } from "./notices.ts"

type Notification = NonNullable<ProviderBackend["notification"]>

/** What providers have to hold to that tell of their charges. */
export const notificationRules = (
  harness: ProviderHarness,
  notification: Notification
): ReadonlyArray<ProviderRule> => [
  tellsOfCharges(harness, notification),
  ...(harness.provider.capabilities.refunds === "none"
    ? []
    : [tellsOfRefunds(harness, notification)]),
  {
    name: "the same news has the same id, and other news another one",
    run: async () => {
      const [one, other] = [await charged(harness), await charged(harness)]
      const idsOf = async ({ request }: typeof one) =>
        (await tellOf(harness, await notification(request.reference))).map(({ id }) => id)
      const ids = await idsOf(one)
      assert.ok(ids.length > 0 && ids.every((id) => id !== ""), textOf(ids))
      assert.deepEqual(await idsOf(one), ids)
      const others = await idsOf(other)
      assert.ok(!others.some((id) => ids.includes(id)), `${textOf(ids)} and ${textOf(others)}`)
    }
  },
  {
    name: "a forged notification tells nothing",
    run: async () => {
      const { request } = await charged(harness)
      const raw = await notification(request.reference)
      await tellOf(harness, raw)
      const forgeries = forgeriesOf(raw, request.reference)
      assert.ok(forgeries.length > 1, "it has neither our reference nor a signature")
      for (const forged of forgeries) {
        assert.ok(await isUntold(harness, forged), `taken for the provider's: ${textOf(forged)}`)
      }
    }
  },
  {
    name: "a notification that was cut off tells nothing",
    run: async () => {
      const { request } = await charged(harness)
      const raw = await notification(request.reference)
      await tellOf(harness, raw)
      for (const part of [0, 1, raw.body.length >> 1, raw.body.length - 1]) {
        const cut = { ...raw, body: raw.body.slice(0, part) }
        assert.ok(await isUntold(harness, cut), `${part} characters of it were enough`)
      }
    }
  },
  ...(harness.otherMid === undefined
    ? []
    : [isOneAccounts(harness, harness.otherMid, notification)]),
  ...(harness.backend.oldNotification === undefined
    ? []
    : [growsOld(harness, harness.backend.oldNotification)])
]

/** What every provider has to hold to, whether it sends anything or not: anybody may. */
export const garbageRule = (harness: ProviderHarness): ProviderRule => ({
  name: "garbage in the place of a notification tells nothing, and breaks nothing",
  run: async () => {
    for (const raw of garbage) {
      assert.ok(await isUntold(harness, raw), `taken for the provider's: ${textOf(raw)}`)
    }
  }
})

const tellOf = ({ provider, mid }: ProviderHarness, raw: RawNotification) =>
  readNotices(provider, mid, raw)

const isUntold = async (
  { provider, mid }: ProviderHarness,
  raw: RawNotification,
  account = mid
): Promise<boolean> => {
  const told = await outcomeOf(provider.readNotification(account, raw, nothingKnown))
  assert.notEqual(told._tag, "Unknown", "it threw")
  return told._tag === "None"
}

const tellsOfCharges = (harness: ProviderHarness, notification: Notification): ProviderRule => ({
  name: "a notification tells of a charge by our reference, as it stands",
  run: async () => {
    const { request, charge } = await charged(harness)
    const told = await tellOf(harness, await notification(request.reference))
    const notice = told.find(({ reference }) => reference === request.reference)
    assert.equal(notice?._tag, "Charge", textOf(told))
    const { state, amount, currency, providerReference } = notice.charge
    assert.deepEqual(
      { state, amount, currency, providerReference },
      {
        state: "captured",
        amount: request.amount,
        currency: request.currency,
        providerReference: charge.providerReference
      }
    )
  }
})

const tellsOfRefunds = (harness: ProviderHarness, notification: Notification): ProviderRule => ({
  name: "a notification tells of a refund by our reference",
  run: async () => {
    const made = await charged(harness)
    const request = modificationOf("refund", made)
    await answered(harness.provider.refund(request))
    const known: KnownCharges = {
      attempt: (reference) =>
        Effect.succeed(
          reference === made.request.reference
            ? Option.some(queryOf(made.request, made.charge.providerReference))
            : Option.none()
        )
    }
    const raw = await notification(request.reference)
    const told = await readNotices(harness.provider, harness.mid, raw, known)
    const notice = told.find(({ reference }) => reference === request.reference)
    assert.equal(notice?._tag, "Modification", textOf(told))
    const { state } = notice.modification
    assert.ok(["succeeded", "pending"].includes(state), state)
  }
})

/** It tells of another charge, or its signature is another one or none, wherever that stands. */
const forgeriesOf = (
  { headers, body }: RawNotification,
  reference: string
): ReadonlyArray<RawNotification> =>
  [
    { headers, body: body.replaceAll(reference, newReference()) },
    { headers, body: body.replace(bodySignature, (field) => `${field.slice(0, -1)}x"`) },
    ...Object.entries(headers)
      .filter(([name]) => /sign|hmac|auth|digest|time/.test(name))
      .flatMap(([name, value]) => [
        { headers: { ...headers, [name]: "" }, body },
        { headers: { ...headers, [name]: changedAtEnd(value) }, body },
        {
          headers: Object.fromEntries(Object.entries(headers).filter(([kept]) => kept !== name)),
          body
        }
      ])
  ].filter((forged) => forged.headers !== headers || forged.body !== body)

/** A signature among what it signs. */
const bodySignature = /"[^"]*(?:signature|hmac)[^"]*"\s*:\s*"[^"]*"/i

const changedAtEnd = (value: string): string =>
  `${value.slice(0, -1)}${value.endsWith("0") ? "1" : "0"}`

const garbage: ReadonlyArray<RawNotification> = [
  "",
  "null",
  "{}",
  "[]",
  "{",
  "\0",
  "\ud800",
  '{"a":',
  "[".repeat(100_000),
  "a=b&c=%",
  `{"id":"${"x".repeat(500_000)}"}`
].flatMap((body) => [
  { headers: {}, body },
  { headers: { "content-type": "application/json", signature: "v1=,t=", authorization: "x" }, body }
])

const isOneAccounts = (
  harness: ProviderHarness,
  other: MidAccount,
  notification: Notification
): ProviderRule => ({
  name: "a notification of one account tells nothing to another",
  run: async () => {
    const { request } = await charged(harness)
    const raw = await notification(request.reference)
    await tellOf(harness, raw)
    assert.ok(await isUntold(harness, raw, other), "another account took it")
  }
})

const growsOld = (
  harness: ProviderHarness,
  oldNotification: NonNullable<ProviderBackend["oldNotification"]>
): ProviderRule => ({
  name: "a notification that was signed long ago tells nothing",
  run: async () => {
    const { request } = await charged(harness)
    await tellOf(harness, await oldNotification(request.reference, Date.now()))
    const old = await oldNotification(request.reference, Date.now() - 24 * 3_600_000)
    assert.ok(await isUntold(harness, old), "a day old, and taken all the same")
  }
})
