import { freePort } from "@payloom/example-kit/freePort"
import { givenOptions } from "@payloom/example-kit/givenOptions"
import { onStop } from "@payloom/example-kit/onStop"
import { StartRefused } from "@payloom/example-kit/StartRefused"
import { startOrSayWhy } from "@payloom/example-kit/startOrSayWhy"
import { hasPostgres, startPostgres } from "@payloom/testkit/postgres"
import { printShopWithDrizzle } from "./printShopWithDrizzle.ts"
import { printShopWithPg } from "./printShopWithPg.ts"
import { startShop } from "./startShop.ts"

const values = givenOptions({
  port: { type: "string", default: process.env.PORT ?? "3002" },
  database: { type: "string" },
  folder: { type: "string", default: "." },
  drizzle: { type: "boolean", default: false }
})

/** Returns the given database, or a new server that is deleted when the shop closes. */
const databaseOf = async () => {
  if (values.database !== undefined) {
    return { address: values.database, stop: async () => undefined }
  }
  if (hasPostgres) return startPostgres()
  const remedy = "Pass a database with --database postgres://user@host/name."
  throw new StartRefused(`PostgreSQL is not installed here. ${remedy}`, 2)
}

await startOrSayWhy(async () => {
  const { address, stop } = await databaseOf()
  const shop = await startShop({
    port: Number(values.port) || (await freePort("127.0.0.1")),
    database: address,
    folder: values.folder,
    tables: values.drizzle ? printShopWithDrizzle : printShopWithPg
  })
  onStop(async () => {
    await shop.close()
    await stop()
  })
  process.stdout.write(`The print shop listens at ${shop.url}\n`)
})
