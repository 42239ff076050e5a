import { openShop } from "./openShop.ts"
import { startBank } from "./startBank.ts"

const say = (line: string): void => void process.stdout.write(`${line}\n`)

const bank = await startBank()
say(`A bank runs at ${bank.url}, in a process of its own.`)

const { payloom, shop } = await openShop(bank.url, ["closed", "north", "south"], {
  onAlert: ({ event }) => say(`  (${event.type})`)
})
const names = new Map<string, string>(
  (await shop.routing.listMids()).map(({ id, name }) => [id, name])
)

const card = await shop.cards.save({ ciphertext: "tok_not_at_north" })
say(`A shop with ${names.size} accounts at the bank charges 12.50 EUR to a card.`)

const payment = await shop.payments.create(
  { amount: 1250n, currency: "EUR", type: "one_off", paymentInstrument: card.id },
  { idempotencyKey: "order-1" }
)
for (const { mid, status, rawCode, decline, reason } of await shop.payments.explain(payment.id)) {
  const words = [status, rawCode, decline?.code, reason].filter((word) => word != null)
  say(`  ${names.get(mid ?? "")}: ${words.join(", ")}`)
}
say(`The status of the payment is ${payment.status}.`)

await payloom.close()
await bank.kill()
