import { describe, expect, it } from "vitest"
import { definePaymentProvider, type PaymentProviderDefinition } from "./definePaymentProvider.ts"
import type { PaymentProvider } from "./PaymentProvider.ts"
import type { ProviderCapabilities } from "./ProviderCapabilities.ts"
import { providerRefusal } from "./Providers.ts"

const refusalOf = (
  capabilities: Partial<ProviderCapabilities>,
  name = "north",
  environment: PaymentProvider["environment"] = "test"
) =>
  providerRefusal(
    {
      name,
      environment,
      capabilities: {
        methods: ["card"],
        lookup: true,
        dedupesForHours: 0,
        ...capabilities
      } as ProviderCapabilities
    },
    ["south"]
  )

describe("a provider", () => {
  it.each([
    [{}],
    [{ lookup: false, dedupesForHours: 24 }],
    [{ methods: ["wallet", "apm"], wallets: ["any_pay"], apms: ["ideal"] }],
    [{ methods: ["wallet"], decryptedWallets: ["any_pay"] }]
  ] as const)("is registered with the capabilities %j", (capabilities) => {
    expect(refusalOf(capabilities)).toBeNull()
  })

  it.each([
    ["neither lookup nor de-duplication", { lookup: false }, "neither lookup nor"],
    ["wallets without their names", { methods: ["wallet"] }, "It takes wallet, but lists no types"],
    ["alternative methods without their names", { methods: ["apm"], apms: [] }, "It takes apm, but"]
  ] as const)("is refused if it declares %s", (_, capabilities, message) => {
    expect(refusalOf(capabilities)).toContain(message)
  })

  it.each(["", "payloom", "North", "n".repeat(41)])("can't have the name %j", (name) => {
    expect(refusalOf({}, name)).toContain("name must be 1 to 40 lower-case letters")
  })

  it("is refused if its environment is not known", () => {
    expect(refusalOf({}, "north", undefined)).toBeNull()
    expect(refusalOf({}, "north", "sandbox" as never)).toContain("must be test, live or both")
  })

  it("can't have the name of another provider", () => {
    expect(refusalOf({}, "south")).toBe("Two providers have the name south.")
  })

  const able: PaymentProviderDefinition = {
    name: "north",
    capabilities: {
      methods: ["card"],
      currencies: "any",
      refunds: "partial",
      manualCapture: true,
      partialCapture: false,
      dedupesForHours: 24,
      lookup: true,
      notifications: true,
      settleWindowMinutes: 5,
      holdHours: { default: 168 },
      usesCardRelay: false
    },
    charge: () => ({ _tag: "Unknown", reason: "" }),
    lookup: () => ({ _tag: "Absent" }),
    lookupModification: () => ({ _tag: "Absent" }),
    capture: () => ({ _tag: "Unknown", reason: "" }),
    void: () => ({ _tag: "Unknown", reason: "" }),
    refund: () => ({ _tag: "Unknown", reason: "" }),
    readNotification: () => []
  }

  it.each([
    ["lookup", "lookup"],
    ["lookupModification", "lookup"],
    ["capture", "manualCapture"],
    ["void", "manualCapture"],
    ["refund", "refunds"],
    ["readNotification", "notifications"]
  ] as const)("is refused without %s if its capabilities require it", (call, capability) => {
    expect(providerRefusal(definePaymentProvider(able), [])).toBeNull()
    const { [call]: _, ...lacking } = able
    expect(providerRefusal(definePaymentProvider(lacking as PaymentProviderDefinition), [])).toBe(
      `Its capabilities have ${capability}, but it has no function ${call}.`
    )
  })
})
