import type { PaymentProvider, ProviderCapabilities } from "@payloom/core"
import { sandboxApmNames, sandboxWallets } from "./sandboxMethods.ts"
import type { SandboxReturns } from "./sandboxReturns.ts"

/** What the sandbox's provider can do, unless a test says otherwise: everything. */
export const sandboxCapabilities: ProviderCapabilities = {
  methods: ["card", "wallet", "apm"],
  wallets: sandboxWallets,
  apms: sandboxApmNames,
  currencies: "any",
  refunds: "partial",
  manualCapture: true,
  partialCapture: true,
  dedupesForHours: 24,
  lookup: true,
  settleWindowMinutes: 10,
  holdHours: { default: 168, visa: 120, mastercard: 168, amex: 168, discover: 240 },
  usesCardRelay: false
}

/** A provider of the sandbox; several of them share its bank. */
export interface SandboxProviderOptions extends SandboxReturns {
  /** Whether it charges cards by tokens of its own accounts alone. */
  readonly tokensOnly?: boolean
  /** `sandbox` where nothing is said. */
  readonly name?: string
  /** `test` where nothing is said: no live merchant account can name it then. */
  readonly environment?: PaymentProvider["environment"]
  /** What it can't do, or does otherwise than {@link sandboxCapabilities}; it keeps to these. */
  readonly capabilities?: Partial<ProviderCapabilities>
}

/**
 * Whoever never hears what payers did takes no method that sends payers away, unless told to; and
 * what the bank's script had from a payer, the page tells.
 */
export const capabilitiesOf = ({
  capabilities = {},
  payers
}: SandboxProviderOptions): ProviderCapabilities => ({
  ...sandboxCapabilities,
  apms: sandboxApmNames.filter((name) => name !== "sandbox_app" || payers === "told"),
  ...(capabilities.lookup === false && payers !== "told" && capabilities.notifications !== true
    ? { methods: ["card", "wallet"] }
    : {}),
  ...capabilities
})
