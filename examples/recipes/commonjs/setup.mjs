// Run this once. It creates a shop with a key, an endpoint of webhooks and a saved card in .env.
import { writeFileSync } from "node:fs"
import { sqlite } from "@payloom/adapter-sqlite"
import { Payloom } from "@payloom/core"
import { sandbox } from "@payloom/testkit"

const { PORT = "3000" } = process.env
const box = sandbox()
const payloom = await Payloom.make({ ...box.setup, storage: sqlite("payloom.db"), workers: false })
const shop = await box.openShop(payloom)
const key = await payloom.tenants.createApiKey(shop.scope, "secret")
const endpoint = await shop.webhooks.create({ url: `http://127.0.0.1:${PORT}/hooks` })
const card = await box.saveCard(shop, "approved")
const lines = [
  `PORT=${PORT}`,
  `KEY=${key.secret}`,
  `WEBHOOK_SECRET=${endpoint.secret}`,
  `CARD=${card}`
]
writeFileSync(".env", `${lines.join("\n")}\n`)
await payloom.close()
