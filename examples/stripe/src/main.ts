import { stripeAddressIn } from "@payloom/example-kit/stripeAddress"
import { readTestKey } from "./readTestKey.ts"
import { takePayments } from "./takePayments.ts"

const key = readTestKey(process.env.STRIPE_SECRET_KEY)
if (typeof key !== "string") {
  process.stderr.write(`${key.needs}\n`)
  process.exitCode = 2
} else {
  await takePayments(key, stripeAddressIn(process.env.STRIPE_URL), ({ does, status, reference }) =>
    process.stdout.write(`${does}: ${status}, ${reference ?? "not at Stripe"}\n`)
  )
}
