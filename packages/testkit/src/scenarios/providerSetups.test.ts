import { describe, expect, it } from "vitest"
import { sandbox } from "../sandbox/sandbox.ts"
import { memory } from "../storage/memory.ts"
import { fieldsIn, refusalOf } from "./testing/refusedSetups.ts"

const box = sandbox()

const setup = { ...box.setup, storage: memory(), workers: false }

describe("a setup with invalid providers", () => {
  it("is refused for each provider that lacks something or is invalid", async () => {
    const [provider] = box.providers
    const { charge: _, ...mute } = { ...provider, name: "mute" }
    const blind = {
      ...provider,
      name: "blind",
      capabilities: { ...provider?.capabilities, lookup: false, dedupesForHours: 0 }
    }
    const vague = { ...provider, name: "vague", capabilities: {} }
    const given = { ...setup, providers: [provider, mute, blind, provider, null, vague] }
    const refusal = await refusalOf(given)
    const fields = refusal.issues.map(({ field }) => field)
    expect(fields.slice(0, 4)).toEqual([
      "providers[1].charge",
      "providers[2]",
      "providers[3]",
      "providers[4]"
    ])
    expect(fields.slice(4)).toContain("providers[5].capabilities.holdHours")
    expect(refusal.message).toContain("providers[2] can't be taken: It offers neither lookup nor")
    expect(refusal.message).toContain(`Two providers have the name ${provider?.name}.`)
  })

  it.each([
    [{ holdHours: { default: 168, visa: Number.NaN } }, "holdHours.visa"],
    [{ holdHours: { visa: 168 } }, "holdHours.default"],
    [{ amountStep: { EUR: 10 } }, "amountStep.EUR"],
    [{ amountStep: { EUR: 0n } }, "amountStep.EUR"],
    [{ amountStep: null }, "amountStep"],
    [{ notifications: "yes" }, "notifications"],
    [{ byMethod: { ideal: { needs: "name" } } }, "byMethod.ideal.needs"],
    [{ byMethod: { ideal: { needs: ["name", "iban"] } } }, "byMethod.ideal.needs[1]"],
    [{ byMethod: { ideal: { needs: [{ name: "iban" }] } } }, "byMethod.ideal.needs[0].name"],
    [{ byMethod: { ideal: { mandate: true } } }, "byMethod.ideal.mandate"]
  ])("is refused for capabilities such as %o", async (wrong, field) => {
    const [provider] = box.providers
    const capabilities = { ...provider?.capabilities, ...wrong }
    const given = { ...setup, providers: [{ ...provider, capabilities }] }
    expect(await fieldsIn(given)).toEqual([`providers[0].capabilities.${field}`])
  })

  it.each([
    [{ code: "expired", category: "hard", decision: "stop" }, ".code"],
    [{ code: "expired_card", category: "firm", decision: "stop" }, ".category"],
    [{ code: "expired_card", category: "hard", decision: "halt" }, ".decision"],
    [{ code: "expired_card", category: "hard", decision: "stop", advice: "wait" }, ".advice"],
    ["expired_card", ""]
  ])("is refused for a decline that means %o", async (meaning, field) => {
    const [provider] = box.providers
    const declines = { version: 1, meanings: { card_expired: meaning } }
    expect(await fieldsIn({ ...setup, providers: [{ ...provider, declines }] })).toEqual([
      `providers[0].declines.meanings.card_expired${field}`
    ])
  })
})
