import { Effect } from "effect"
import { beforeEach, describe, expect, it } from "vitest"
import { browserOf, createSession, openCheckoutShop } from "./testing/openCheckout.ts"
import type { Shop } from "./testing/openShop.ts"
import type { Json, Reply } from "./testing/shopClient.ts"

let shop: Shop
beforeEach(async () => {
  shop = await openCheckoutShop()
})

const open = async () => browserOf(shop, await createSession(shop))

describe("a confirm with 3DS", () => {
  const answer = (reference: unknown, passed: boolean) =>
    Effect.runPromise(shop.box.answerChallenge(String(reference), passed))

  const returnFromRedirect = (
    { send }: Awaited<ReturnType<typeof open>>,
    id: unknown,
    fields: Json = {}
  ) => send("POST", "/session/confirm", { method: "card", three_ds_session_id: id, ...fields })

  const challengeOf = ({ json }: Reply) => (json.action as Json).session

  it("first answers the challenge, then, with three_ds_session_id, the outcome", async () => {
    const payer = await open()
    const first = await payer.pay("three_ds_challenge")
    const session = challengeOf(first)
    expect(first.status).toBe(200)
    expect(first.json).toMatchObject({
      status: "requires_action",
      action: {
        type: "three_ds_challenge",
        mode: "embedded",
        session,
        url: `https://issuer.example/3ds/${session}`
      }
    })
    expect((await payer.status()).json).toEqual(first.json)
    await answer(session, true)
    const second = await returnFromRedirect(payer, session)
    expect(second.json).toMatchObject({ status: "succeeded", action: null })
    expect((await payer.status()).json).toEqual(second.json)
  })

  it("is declined with HTTP 200 if the challenge failed", async () => {
    const payer = await open()
    const session = challengeOf(await payer.pay("three_ds_challenge"))
    await answer(session, false)
    const { status, json } = await returnFromRedirect(payer, session)
    expect(status).toBe(200)
    expect(json).toMatchObject({
      status: "declined",
      decline: { code: "authentication_failed", category: "authentication" }
    })
  })

  it("refuses a foreign, unknown or empty three_ds_session_id", async () => {
    const [own, other] = [await open(), await open()]
    const foreign = challengeOf(await other.pay("three_ds_challenge"))
    await answer(foreign, true)
    await own.pay("three_ds_challenge")
    for (const id of [foreign, `threeds_${"0".repeat(26)}`, "nonsense", ""]) {
      const { status, error } = await returnFromRedirect(own, id)
      expect([status, error.code, error.param]).toEqual([
        422,
        "parameter_invalid",
        "three_ds_session_id"
      ])
    }
  })

  it("refuses a three_ds_session_id that was used", async () => {
    const payer = await open()
    const session = challengeOf(await payer.pay("three_ds_challenge"))
    await answer(session, false)
    await returnFromRedirect(payer, session)
    await answer(session, true)
    const { status, error } = await returnFromRedirect(payer, session)
    expect([status, error.param]).toEqual([422, "three_ds_session_id"])
  })

  it("refuses another card than that of the challenge", async () => {
    const payer = await open()
    const session = challengeOf(await payer.pay("three_ds_challenge"))
    await answer(session, true)
    const ciphertext = await shop.box.encryptCard("approved")
    const { status, error } = await returnFromRedirect(payer, session, { card: { ciphertext } })
    expect([status, error.param]).toEqual([422, "card"])
  })
})
