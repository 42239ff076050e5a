import { randomInt } from "node:crypto"
import { startFakeAdyen } from "@payloom/provider-adyen/testing"
import { startFakeStripe } from "@payloom/provider-stripe/testing"
import { numberedCard } from "@payloom/testkit"
import { startFakeBasisTheory } from "../fake/index.ts"
import type { Charged, EngineJob, Services, WalletJob } from "./processes.ts"
import { startOwnProcessor } from "./startOwnProcessor.ts"
import { startFakeOf, vaultNames } from "./vaultFakes.ts"

// The process of the vaults and of both providers. It makes a card number for each vault, which no
// other process gets, except the test that looks for it. Stripe declines every card, so that
// payments cascade to Adyen. Basis Theory has network tokens, which Adyen charges. A wallet is
// refused by an account at Adyen, and charged elsewhere.

const [atStripe, atAdyen] = [await startFakeStripe(), await startFakeAdyen()]
atStripe.declineCards("main", { decline_code: "processing_error" })
const providers = {
  stripe: { address: atStripe.address, account: atStripe.account() },
  adyen: { url: atAdyen.url, account: atAdyen.account() }
}
const atBasisTheory = await startFakeBasisTheory()
const numbers: Array<string> = []
const jobs: Array<EngineJob> = []
for (const vault of vaultNames) {
  const isBasisTheory = vault === "Basis Theory"
  const fake = isBasisTheory ? atBasisTheory : await startFakeOf[vault]()
  const options = { ...fake.options, ...(isBasisTheory && { networkTokens: true }) }
  const { number } = numberedCard(randomInt(10 ** 11))
  numbers.push(number)
  const encrypted = await fake.encryptCard({ number, expMonth: 3, expYear: 2041, cvc: "737" })
  jobs.push({ vault, options, encrypted, providers })
}

// This account at Adyen has no acquirer for the card, so the wallet goes to the next processor.
const [vault, withoutAcquirer, own] = [
  await startFakeBasisTheory(),
  await startFakeAdyen({ schemes: ["mc"] }),
  await startOwnProcessor()
]
const { number } = numberedCard(randomInt(10 ** 11))
numbers.push(number)
const walletCard = { number, expMonth: 3, expYear: 2041, cryptogram: "AAAA", eci: "05" }
const walletJob: WalletJob = {
  options: vault.options,
  payload: vault.encryptWallet("apple_pay", walletCard),
  providers: {
    ...providers,
    adyen: { url: withoutAcquirer.url, account: withoutAcquirer.account() },
    own: { url: own.url }
  }
}
process.on("message", () => {
  const charged = [
    ...atAdyen.allPayments().map(({ card }) => card?.number ?? ""),
    ...own.sources().map(({ token }) => token)
  ]
  const tokens = atBasisTheory.networkTokens().map(({ data }) => data.number)
  process.send?.({ charged, tokens } satisfies Charged)
})
process.send?.({ numbers, jobs, walletJob } satisfies Services)
