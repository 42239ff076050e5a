import { parseArgs } from "node:util"
import { serve } from "@hono/node-server"
import { BankBooks } from "./BankBooks.ts"
import { bankApp } from "./bankApp.ts"

const { port, journal } = parseArgs({
  options: { port: { type: "string", default: "0" }, journal: { type: "string" } }
}).values

const { fetch } = bankApp(new BankBooks(journal))
serve({ fetch, port: Number(port), hostname: "127.0.0.1" }, (address) => {
  const url = `http://127.0.0.1:${address.port}`
  process.stdout.write(`The bank listens at ${url}\n`)
  process.send?.(url)
})

// The process ends with the process that started it by `startBank`.
process.once("disconnect", () => process.exit())
