import { Effect, Exit } from "effect"
import { describe, expect, it } from "vitest"
import type { PaymentProvider, ProviderCapabilities } from "./PaymentProvider.ts"
import { Providers } from "./Providers.ts"

const register = (capabilities: Partial<ProviderCapabilities>, name = "north") =>
  Effect.runSyncExit(
    Effect.provide(
      Effect.map(Providers, ({ names }) => names),
      Providers.layer([
        {
          name,
          capabilities: { methods: ["card"], lookup: true, dedupesForHours: 0, ...capabilities }
        } as PaymentProvider
      ])
    )
  )

describe("a provider is registered", () => {
  it.each([
    [{}],
    [{ lookup: false, dedupesForHours: 24 }],
    [{ methods: ["wallet", "apm"], wallets: ["any_pay"], apms: ["ideal"] }]
  ] as const)("that declares %j", (capabilities) => {
    expect(register(capabilities)).toEqual(Exit.succeed(["north"]))
  })

  it.each([
    ["neither look-up nor de-duplication", { lookup: false }, "neither lookup nor"],
    ["wallets, but not which", { methods: ["wallet"] }, "It takes wallet, but names no type"],
    ["alternative methods, but not which", { methods: ["apm"], apms: [] }, "It takes apm, but"]
  ] as const)("only where it does not offer %s", (_, capabilities, message) => {
    expect(JSON.stringify(register(capabilities))).toContain(message)
  })

  it.each(["", "payloom", "North", "n".repeat(41)])("under no such name as %j", (name) => {
    expect(Exit.isFailure(register({}, name))).toBe(true)
  })
})
