import type {
  VaultHarness,
  VaultNetworkTokens,
  VaultService,
  WalletPayload
} from "@payloom/testkit"
import { startDestination } from "@payloom/testkit/fake-provider"
import { basisTheory } from "../basis-theory/basisTheory.ts"
import { evervault } from "../evervault/evervault.ts"
import {
  type FakeBasisTheory,
  type FakeNetworkToken,
  type FakeVault,
  startFakeBasisTheory,
  startFakeEvervault,
  startFakeVgs
} from "../fake/index.ts"
import type { RelayedVault } from "../RelayedVault.ts"
import { vgs } from "../vgs/vgs.ts"

/** A harness, and the end of its servers. */
export interface OpenedHarness {
  readonly harness: VaultHarness
  readonly close: () => Promise<void>
}

/** Longer than a test waits, in milliseconds. */
const foreverMs = 60_000

const serviceOf = ({ faults, refuseToRelay }: FakeVault<unknown>): VaultService => ({
  breaksDown: (how) =>
    faults.breakDown(how === "breaksConnection" ? "drops" : how, ["charge", "other"]),
  holdsAnswer: () => faults.next({ _tag: "holds_before", ms: foreverMs }, "lookup"),
  refusesToRelay: refuseToRelay,
  losesAnswer: () => faults.next({ _tag: "drops_after" }, "charge"),
  clear: faults.clear
})

/** Opens a harness of a vault and its fake. */
const openHarness = async <Options>(
  fake: FakeVault<Options>,
  create: (options: Options & { readonly hosts: ReadonlyArray<string> }) => RelayedVault,
  more: Partial<VaultHarness> = {}
): Promise<OpenedHarness> => {
  const [destination, forbidden] = [await startDestination(), await startDestination()]
  return {
    harness: {
      ...create({ ...fake.options, hosts: [new URL(destination.url).host] }),
      encryptCard: fake.encryptCard,
      destination,
      forbidden,
      service: serviceOf(fake),
      keepsScopes: true,
      keepsCodes: true,
      masksAnswers: true,
      ...more
    },
    close: async () => {
      await destination.close()
      await forbidden.close()
      await fake.close()
    }
  }
}

/** Returns copies of a text with one character of each encrypted part changed. */
const changedCiphertext = (text: string): ReadonlyArray<string> => {
  const at = text.indexOf(":$") - 12
  const other = text[at] === "A" ? "B" : "A"
  return [`${text.slice(0, at)}${other}${text.slice(at + 1)}`]
}

/** Returns the network tokens of a fake of Basis Theory, by the references of cards. */
const networkTokensOf = ({ networkTokens }: FakeBasisTheory): VaultNetworkTokens => {
  const tokenOf = (reference: string): FakeNetworkToken => {
    const found = networkTokens().find(({ id }) => reference.includes(id))
    if (found === undefined) throw new Error(`${reference} has no network token.`)
    return found
  }
  return {
    numberOf: (reference) => tokenOf(reference).data.number,
    cryptogramsOf: (reference) => tokenOf(reference).cryptograms,
    suspend: (reference) => {
      tokenOf(reference).status = "suspended"
    }
  }
}

/** Returns a copy of a wallet's payload with one character of the device number changed. */
const changedDeviceNumber = (payload: WalletPayload): WalletPayload => {
  const text = JSON.stringify(payload)
  const [, number = ""] = /"number":"([^"]+)"/.exec(text) ?? []
  return JSON.parse(text.replace(number, changedCiphertext(number)[0] ?? ""))
}

/** Opens the harness of each vault. */
export const vaultHarnesses: Readonly<Record<string, () => Promise<OpenedHarness>>> = {
  "Basis Theory": async () => {
    const fake = await startFakeBasisTheory()
    const options = { networkTokens: true, decryptedWallets: ["apple_pay", "google_pay"] } as const
    return openHarness(fake, (given) => basisTheory({ ...given, ...options }), {
      hasCode: fake.hasCode,
      networkTokens: networkTokensOf(fake),
      encryptWallet: fake.encryptWallet,
      injections: (reference) => {
        const id = reference.split("_")[1] ?? ""
        return [
          `{{ token: ${id} | json: '$.data.number' }}`,
          `{{token: ${id} | json: "$.data.number"}}`,
          `{{{ ${id} | json: '$.number' }}`,
          `x {{ ${id} }} y`,
          "{% raw %} {{ nothing }}"
        ]
      }
    })
  },
  VGS: async () => openHarness(await startFakeVgs(), vgs),
  Evervault: async () => {
    const fake = await startFakeEvervault()
    const decryptedWallets = ["apple_pay", "google_pay"] as const
    return openHarness(fake, (options) => evervault({ ...options, decryptedWallets }), {
      encryptWallet: fake.encryptWallet,
      alterWallet: changedDeviceNumber,
      keepsScopes: false,
      alter: changedCiphertext
    })
  }
}
