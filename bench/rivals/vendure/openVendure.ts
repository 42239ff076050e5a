import {
  bootstrap,
  bootstrapWorker,
  ChannelService,
  CurrencyCode,
  configureDefaultOrderProcess,
  DefaultLogger,
  LanguageCode,
  LogLevel,
  PaymentMethodService,
  RequestContextService,
  type VendureConfig,
  ZoneService
} from "@vendure/core"
import pg from "pg"
import { bankHandler } from "./bankHandler.ts"
import type { Places } from "./serve.ts"

const configOf = ({ database, bank }: Places): VendureConfig => ({
  apiOptions: { hostname: "127.0.0.1", port: 0 },
  authOptions: { superadminCredentials: { identifier: "shop", password: "shop" } },
  dbConnectionOptions: { type: "postgres", url: database, poolSize: 20, synchronize: true },
  // An order is one surcharge, so there are no products, addresses or stock to look at.
  orderOptions: {
    process: [
      configureDefaultOrderProcess({
        arrangingPaymentRequiresContents: false,
        arrangingPaymentRequiresCustomer: false,
        arrangingPaymentRequiresShipping: false,
        arrangingPaymentRequiresStock: false
      })
    ]
  },
  paymentOptions: { paymentMethodHandlers: [bankHandler(bank)] },
  logger: new DefaultLogger({ level: LogLevel.Error })
})

const isSetUp = async (database: string): Promise<boolean> => {
  const client = new pg.Client({ connectionString: database })
  await client.connect()
  try {
    const { rows } = await client.query("SELECT to_regclass('payment_method') AS found")
    return rows[0].found !== null && (await client.query("SELECT FROM payment_method")).rowCount > 0
  } finally {
    await client.end()
  }
}

/** Creates the tables and the shop, as its first server and its first administrator do. */
const setUp = async (places: Places): Promise<void> => {
  const app = await bootstrap(configOf(places))
  const context = await app.get(RequestContextService).create({ apiType: "admin" })
  const { id: defaultTaxZoneId } = await app
    .get(ZoneService)
    .create(context, { name: "Europe", memberIds: [] })
  await app.get(ChannelService).update(context, {
    id: context.channelId,
    defaultCurrencyCode: CurrencyCode.EUR,
    pricesIncludeTax: true,
    defaultTaxZoneId,
    defaultShippingZoneId: defaultTaxZoneId
  })
  await app.get(PaymentMethodService).create(context, {
    code: "bank",
    enabled: true,
    handler: { code: "bank", arguments: [] },
    translations: [{ languageCode: LanguageCode.en, name: "Bank", description: "" }]
  })
  await app.close()
}

/** Opens Vendure without its API, as its documents say for programs that call its services. */
export const openVendure = async (places: Places) => {
  if (!(await isSetUp(places.database))) await setUp(places)
  const { app } = await bootstrapWorker(configOf(places))
  return app
}
