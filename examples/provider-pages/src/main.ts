import { onStop } from "@payloom/example-kit/onStop"
import { readPort } from "@payloom/example-kit/readPort"
import { StartRefused } from "@payloom/example-kit/StartRefused"
import { startOrSayWhy } from "@payloom/example-kit/startOrSayWhy"
import { adyenShop } from "./adyenShop.ts"
import { startShop } from "./startShop.ts"
import { stripeShop } from "./stripeShop.ts"

const read = (name: string): string => {
  const value = process.env[name] ?? ""
  if (value === "") throw new StartRefused(`${name} is not set. Set it to the account's test key.`)
  return value
}

/** Returns the shop of the account in the environment: at Adyen if a merchant account is named. */
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
  process.stdout.write(`Pay at ${await shop.newPage()}\n`)
})
