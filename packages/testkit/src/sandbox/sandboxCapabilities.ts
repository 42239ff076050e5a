import type { PaymentProvider, ProviderCapabilities } from "@payloom/core"
import { sandboxApmNames, sandboxWallets } from "./sandboxMethods.ts"
import type { SandboxReturns } from "./sandboxReturns.ts"

/** The default capabilities of the sandbox's provider: everything. */
export const sandboxCapabilities: ProviderCapabilities = {
  methods: ["card", "wallet", "apm"],
  wallets: sandboxWallets,
  apms: sandboxApmNames,
  currencies: "any",
  refunds: "partial",
  manualCapture: true,
  partialCapture: true,
  multipleCaptures: true,
  incrementalAuthorization: true,
  partialApproval: true,
  byMethod: {
    sandbox_debit: {
      currencies: ["EUR"],
      manualCapture: false,
      reusable: true,
      pendingDays: 5,
      needs: ["name", { name: "accountNumber", format: "iban" }],
      mandate: "sepa"
    }
  },
  networkTokens: true,
  decryptedWallets: sandboxWallets,
  splits: "many",
  dedupesForHours: 24,
  lookup: true,
  settleWindowMinutes: 10,
  holdHours: { default: 168, visa: 120, mastercard: 168, amex: 168, discover: 240 },
  usesCardRelay: false
}

/** The options of a provider of the sandbox. Several providers share its bank. */
export interface SandboxProviderOptions extends SandboxReturns {
  /** If true, the provider charges cards only by tokens of its own accounts. */
  readonly tokensOnly?: boolean
  /** If false, evidence against disputes is submitted in the bank's dashboard only. */
  readonly takesEvidence?: boolean
  /** Default: `sandbox`. */
  readonly name?: string
  /** Default: `test`. Then no live merchant account can name the provider. */
  readonly environment?: PaymentProvider["environment"]
  /** Differences from {@link sandboxCapabilities}. The provider keeps to them. */
  readonly capabilities?: Partial<ProviderCapabilities>
}

/**
 * Computes a provider's capabilities. A provider that never learns the payer's answer takes no
 * methods that redirect payers, unless a test says so. If the bank's script asks the payer, the
 * page reports the answer.
 */
export const capabilitiesOf = ({
  capabilities = {},
  payerResult
}: SandboxProviderOptions): ProviderCapabilities => ({
  ...sandboxCapabilities,
  apms: sandboxApmNames.filter((name) => name !== "sandbox_app" || payerResult === "return_data"),
  ...(capabilities.lookup === false &&
  payerResult !== "return_data" &&
  capabilities.notifications !== true
    ? { methods: ["card", "wallet"] }
    : {}),
  ...capabilities
})
