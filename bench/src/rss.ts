import { openShop } from "./engine.ts"
import { concurrently } from "./rounds.ts"

// The memory of a process that works on a large file: charges, retrieves and lists.
const shop = await openShop(process.argv[2] ?? "")
await concurrently(32, shop.charge).run(3000)
await concurrently(1, () => shop.merchant.payments.list({ limit: 100 })).run(200)
process.stdout.write(String(process.memoryUsage.rss() / 2 ** 20))
await shop.payloom.close()
