import { openShop } from "./engine.ts"
import { concurrently } from "./rounds.ts"

// Measures the memory of a process that charges, retrieves and lists payments in a large file.
const shop = await openShop(process.argv[2] ?? "")
await concurrently(32, shop.charge).run(3000)
await concurrently(1, () => shop.merchant.payments.list({ limit: 100 })).run(200)
process.stdout.write(String(process.memoryUsage.rss() / 2 ** 20))
await shop.payloom.close()
