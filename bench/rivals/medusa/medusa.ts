import { join } from "node:path"
import { MedusaApp, MedusaModule } from "@medusajs/framework/modules-sdk"
import type { IPaymentModuleService } from "@medusajs/framework/types"
import { Modules } from "@medusajs/framework/utils"
import pg from "pg"
import { priceOf, refundAmount } from "./bankClient.ts"
import { serve } from "./serve.ts"

await serve(async ({ database, bank }) => {
  const provider = {
    resolve: join(import.meta.dirname, "bankProvider.ts"),
    id: "bank",
    options: { bank }
  }
  const config = {
    modulesConfig: {
      [Modules.PAYMENT]: {
        resolve: "@medusajs/payment",
        options: { providers: [provider] }
      }
    },
    sharedResourcesConfig: { database: { clientUrl: database, pool: { min: 0, max: 20 } } },
    cwd: import.meta.dirname
  }
  const migrating = await MedusaApp({ ...config, migrationOnly: true })
  await migrating.runMigrations()
  // The modules for migrations have no services.
  MedusaModule.clearInstances()
  const app = await MedusaApp(config)
  await app.onApplicationStart()
  const payments = app.modules[Modules.PAYMENT] as unknown as IPaymentModuleService
  const amount = (order: string) => priceOf(order) / 100
  // A cart is linked to its payment collection by a row of this kind.
  const pool = new pg.Pool({ connectionString: database, max: 20 })
  await pool.query("CREATE TABLE IF NOT EXISTS carts (id text PRIMARY KEY, session text NOT NULL)")
  const find = async (order: string) => {
    const { rows } = await pool.query("SELECT session FROM carts WHERE id = $1", [order])
    const id = rows[0]?.session
    if (id === undefined) return undefined
    const relations = ["payment", "payment.captures", "payment.refunds"]
    return payments.retrievePaymentSession(String(id), { relations })
  }
  const openSession = async (order: string) => {
    const money = { currency_code: "eur", amount: amount(order) }
    const { id } = await payments.createPaymentCollections(money)
    const provider = { provider_id: "pp_bank_bank", data: { order } }
    const session = await payments.createPaymentSession(id, { ...money, ...provider })
    await pool.query("INSERT INTO carts VALUES ($1, $2)", [order, session.id])
    return session
  }
  return {
    lifecycle: async (order) => {
      const session = (await find(order)) ?? (await openSession(order))
      const payment = session.payment ?? (await payments.authorizePaymentSession(session.id, {}))
      if (!payment.captured_at) await payments.capturePayment({ payment_id: payment.id })
      if ((payment.refunds ?? []).length > 0) return
      await payments.refundPayment({ payment_id: payment.id, amount: refundAmount / 100 })
    },
    isDone: async (order) => ((await find(order))?.payment?.refunds ?? []).length > 0
  }
})
