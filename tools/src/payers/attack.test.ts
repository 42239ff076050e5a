import { createHandler } from "@payloom/adapter-http"
import { Payloom } from "@payloom/core"
import { memory, sandbox } from "@payloom/testkit"
import { describe, expect, it, onTestFinished } from "vitest"
import type { PayerAnswer } from "./answerRules.ts"
import { attack } from "./attack.ts"
import type { PayerRequest } from "./attacks.ts"
import { merchantsNote, openPayerShop, type PayerShop } from "./PayerShop.ts"

const open = async () => {
  const box = sandbox()
  const payloom = await Payloom.make({
    ...box.setup,
    storage: memory(),
    workers: false,
    onLog: () => {}
  })
  onTestFinished(() => payloom.close())
  const handler = createHandler(payloom)
  const shop = await openPayerShop(box, payloom)
  const send = async ({ method, path, headers, body }: PayerRequest): Promise<PayerAnswer> => {
    const sent = { method, headers, ...(body === null ? {} : { body: JSON.stringify(body) }) }
    const response = await handler(new Request(`http://localhost${path}`, sent))
    return { status: response.status, text: await response.text() }
  }
  return { box, payloom, shop, send }
}

describe("attacks by payers", () => {
  it("pay each session once with its amount, and reach nothing of other customers or the merchant", async () => {
    const { box, payloom, shop, send } = await open()
    const attacked = await attack(shop, { attacks: 60, seed: "npm test", send })
    expect(attacked.findings).toEqual([])
    expect(attacked.succeededSessions).toBeGreaterThan(2)
    await payloom.runDue()
    expect(await box.audit(payloom)).toEqual([])
  })
})

describe("the check of answers to payers", () => {
  type Forge = (shop: PayerShop, request: PayerRequest, answer: PayerAnswer) => PayerAnswer

  const foundWith = async (forge: Forge) => {
    const { shop, send } = await open()
    const forged = async (request: PayerRequest) => forge(shop, request, await send(request))
    const { findings } = await attack(shop, { attacks: 25, seed: "forged", send: forged })
    return findings.join("\n")
  }

  it.each<readonly [string, Forge, RegExp]>([
    ["a failure", () => ({ status: 500, text: "" }), /the server failed with 500/],
    ["a refusal left out", (_, __, { text }) => ({ status: 200, text }), /was let in with 200/],
    ["a note of the merchant", () => ({ status: 200, text: merchantsNote }), /contains only-the/],
    [
      "an id of another customer",
      ({ victim }) => ({ status: 404, text: victim.customer }),
      /contains customer_/
    ],
    ["a long error", () => ({ status: 404, text: "a".repeat(5000) }), /has 5000 letters/],
    [
      "another answer for an id that exists",
      ({ victim }, { path }, { text }) => ({
        status: path.includes(victim.subscriptions[0] ?? "") ? 403 : 404,
        text
      }),
      /another customer's id is answered 403/
    ]
  ])("finds %s", async (_, forge, sentence) => {
    expect(await foundWith(forge)).toMatch(sentence)
  })

  it("finds a change of what the victim has, and a payment of another amount", async () => {
    const { shop, send } = await open()
    const { victim, merchant } = shop
    const found = await attack(
      { ...shop, openSession: async (kind) => ({ ...(await shop.openSession(kind)), amount: 1n }) },
      {
        attacks: 25,
        seed: "changed",
        send,
        onProgress: async (done) => {
          if (done !== 1) return
          const [id = ""] = victim.subscriptions
          await merchant.subscriptions.cancel(
            id,
            { cancelAtPeriodEnd: false },
            { idempotencyKey: "changed" }
          )
        }
      }
    )
    expect(found.findings.join("\n")).toMatch(/the victim had .* and has/)
    expect(found.findings.join("\n")).toMatch(/is of 1 EUR and was paid 1\d\d\d EUR/)
  })
})
