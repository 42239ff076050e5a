import { createHandler } from "@payloom/adapter-http"
import { Payloom } from "@payloom/core"
import { manualClock, memory, sandbox } from "@payloom/testkit"
import { storeCredit } from "./storeCredit/storeCredit.ts"

const say = (line: string): void => void process.stdout.write(`${line}\n`)
const eur = (amount: bigint | string): string => `${(Number(amount) / 100).toFixed(2)} EUR`
const keyed = (idempotencyKey: string) => ({ idempotencyKey })
const currency = "EUR"
const dayMs = 86_400_000

const box = sandbox()
const clock = manualClock()
const payloom = await Payloom.make({
  ...box.setup,
  storage: memory(),
  workers: false,
  clock,
  modules: [storeCredit]
})
const { scope } = await box.openShop(payloom)
const shop = payloom.merchant(scope)

await payloom.events.consume("tell", ({ type }) => say(`  (${type})`), {
  types: ["store_credit.earned", "store_credit.spent", "store_credit.expired"]
})
/** Runs the jobs of so many milliseconds. */
const pass = (ms: number) => clock.elapse(ms, payloom)

const customer = (await shop.customers.create({ name: "Ada" }, keyed("ada"))).id
const paymentInstrument = await box.saveCard(shop, "approved", customer)

say("Ada pays 100.00 EUR by card.")
await shop.payments.create(
  { amount: 10_000n, currency, type: "one_off", paymentInstrument },
  keyed("first order")
)
await pass(0)
const { available } = await shop.storeCredit.wallet({ customer, currency })
say(`Her store credit is ${eur(available)}.`)

const { id } = await shop.storeCredit.reserve({ customer, amount: 300n, currency }, keyed("credit"))
say("She reserves 3.00 EUR for an order of 20.00 EUR, and pays the rest on the payer's page.")
const session = await shop.checkout.create(
  { amount: 1700n, currency, customer, metadata: { store_credit: id } },
  keyed("second order")
)
const { secret } = await payloom.tenants.createApiKey(scope, "publishable")
const payer = payloom.payer({ publishableKey: secret, sessionToken: session.sessionToken ?? "" })
await payer.confirm({ method: "card", card: { ciphertext: await box.encryptCard("approved") } })
await pass(0)

const { secret: key } = await payloom.tenants.createApiKey(scope, "secret")
const response = await createHandler(payloom)(
  new Request(`http://localhost/store_credit/wallets?customer=${customer}&currency=EUR`, {
    headers: { Authorization: `Bearer ${key}` }
  })
)
say(`GET /store_credit/wallets answers ${await response.text()}`)

say("Thirty-one days pass.")
await pass(31 * dayMs)
for (const { account, balance } of await shop.ledger.trialBalance()) {
  if (account.startsWith("store_credit.")) say(`  ${account.padEnd(26)} ${eur(balance)}`)
}
await payloom.close()
