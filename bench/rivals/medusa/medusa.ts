import { join } from "node:path"
import { MedusaApp, MedusaModule } from "@medusajs/framework/modules-sdk"
import type { IPaymentModuleService } from "@medusajs/framework/types"
import { Modules } from "@medusajs/framework/utils"
import { priceOf, refundAmount } from "./bankClient.ts"
import { openCarts } from "./carts.ts"
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
  const carts = await openCarts(database)
  const find = async (order: string) => {
    const id = await carts.find(order)
    if (id === null) return undefined
    const relations = ["payment", "payment.captures", "payment.refunds"]
    return payments.retrievePaymentSession(id, { relations })
  }
  const openSession = async (order: string) => {
    const money = { currency_code: "eur", amount: amount(order) }
    const { id } = await payments.createPaymentCollections(money)
    const provider = { provider_id: "pp_bank_bank", data: { order } }
    const session = await payments.createPaymentSession(id, { ...money, ...provider })
    await carts.add(order, session.id)
    return session
  }
  return {
    prepare: async (order) => void (await openSession(order)),
    lifecycle: async (order) => {
      const session = (await find(order)) ?? (await openSession(order))
      const payment = session.payment ?? (await payments.authorizePaymentSession(session.id, {}))
      if (payment === null) throw new Error("The payment isn't authorized yet.")
      if (!payment.captured_at) await payments.capturePayment({ payment_id: payment.id })
      if ((payment.refunds ?? []).length > 0) return
      await payments.refundPayment({ payment_id: payment.id, amount: refundAmount / 100 })
    },
    isDone: async (order) => ((await find(order))?.payment?.refunds ?? []).length > 0
  }
})
