import { onStop } from "@payloom/example-kit/onStop"
import { readPort } from "@payloom/example-kit/readPort"
import { startOrSayWhy } from "@payloom/example-kit/startOrSayWhy"
import { startShop } from "./startShop.ts"

await startOrSayWhy(async () => {
  const shop = await startShop({ port: await readPort(3000), folder: "." })
  onStop(shop.close)
  process.stdout.write(`The book shop listens at ${shop.url}\n`)
})
