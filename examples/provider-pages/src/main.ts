import { onStop } from "@payloom/example-kit/onStop"
import { readPort } from "@payloom/example-kit/readPort"
import { StartRefused } from "@payloom/example-kit/StartRefused"
import { startOrSayWhy } from "@payloom/example-kit/startOrSayWhy"
import { adyenShop } from "./adyenShop.ts"
import { startShop } from "./startShop.ts"
import { stripeShop } from "./stripeShop.ts"

const read = (name: string): string => {
  const value = process.env[name] ?? ""
  if (value === "") throw new StartRefused(`${name} is not set: it takes an account's test keys.`)
  return value
}

/** The account that the environment has: at Adyen where it names a merchant account there. */
const shopHere = () =>
  process.env.ADYEN_MERCHANT_ACCOUNT === undefined
    ? stripeShop({
        apiKey: read("STRIPE_SECRET_KEY"),
        publishableKey: read("STRIPE_PUBLISHABLE_KEY"),
        webhookSecrets: [process.env.STRIPE_WEBHOOK_SECRET ?? ""].filter(Boolean)
      })
    : adyenShop({
        apiKey: read("ADYEN_API_KEY"),
        merchantAccount: read("ADYEN_MERCHANT_ACCOUNT"),
        clientKey: read("ADYEN_CLIENT_KEY"),
        hmacKeys: [process.env.ADYEN_HMAC_KEY ?? ""].filter(Boolean)
      })

await startOrSayWhy(async () => {
  const shop = await startShop({ ...shopHere(), port: await readPort(3000) })
  onStop(shop.close)
  process.stdout.write(`A page to pay on: ${await shop.newPage()}\n`)
})
