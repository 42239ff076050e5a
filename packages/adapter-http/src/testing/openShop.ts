import { randomUUID } from "node:crypto"
import {
  type Alert,
  type EngineOptions,
  type LogEntry,
  type Merchant,
  Payloom,
  type PaymentProvider,
  Storage
} from "@payloom/core"
import {
  type CardToEncrypt,
  type ManualClock,
  manualClock,
  memory,
  type Sandbox,
  type SandboxOptions,
  sandbox,
  sandboxAccounts
} from "@payloom/testkit"
import { Clock, Effect, Layer } from "effect"
import { createHandler, type Handler, type HandlerOptions } from "../createHandler.ts"
import { type Client, clientOf } from "./shopClient.ts"

/** One merchant in one mode, with keys and merchant accounts of its own. */
interface Account extends Client {
  readonly tenant: string
  readonly mode: "test" | "live"
  readonly secretKey: string
  readonly publishableKey: string
  readonly merchant: Merchant
  /** Saves a test card and returns its id. */
  readonly saveCard: (card: CardToEncrypt) => Promise<string>
}

/** An engine on memory with the sandbox, served to one merchant. Its clock stands still. */
export interface Shop extends Account {
  readonly payloom: Payloom
  readonly box: Sandbox
  readonly clock: ManualClock
  readonly handler: Handler
  readonly storage: Storage["Service"]
  readonly alerts: ReadonlyArray<Alert>
  /** The log entries of the engine. */
  readonly logged: ReadonlyArray<LogEntry>
  /**
   * Returns the notification that the bank would send now about a charge or a modification, by our
   * reference.
   */
  readonly notified: (
    of: "charge" | "modification",
    reference: string
  ) => Promise<{ readonly body: string; readonly headers: Readonly<Record<string, string>> }>
  /**
   * Opens another account on the same engine: of a new tenant, or of a known one in the other mode.
   */
  readonly open: (mode?: "test" | "live", tenant?: string) => Promise<Account>
  /** Runs due jobs, and the jobs that they create, until none is left. */
  readonly work: () => Promise<void>
}

export interface ShopOptions extends HandlerOptions {
  readonly sandbox?: SandboxOptions
  /** Wraps the storage. */
  readonly faulty?: (storage: Storage["Service"]) => Storage["Service"]
  /** Wraps each provider. */
  readonly adapted?: (provider: PaymentProvider) => PaymentProvider
  readonly onLog?: (entry: LogEntry) => void
  readonly engine?: Partial<EngineOptions>
}

const accountOn = async (
  { payloom, box, handler }: Pick<Shop, "payloom" | "box" | "handler">,
  mode: "test" | "live",
  known?: string
): Promise<Account> => {
  const tenant =
    known ?? (await payloom.tenants.create({ displayName: "Shop", defaultCurrency: "EUR" })).id
  const scope = { tenant, mode } as const
  const merchant = payloom.merchant(scope)
  for (const credentials of [sandboxAccounts.primary, sandboxAccounts.secondary]) {
    await merchant.routing.createMid({
      name: credentials,
      provider: box.provider.name,
      currencies: ["EUR", "USD", "JPY"],
      credentials
    })
  }
  const { secret: secretKey } = await payloom.tenants.createApiKey(scope, "secret")
  const { secret: publishableKey } = await payloom.tenants.createApiKey(scope, "publishable")
  return {
    tenant,
    mode,
    secretKey,
    publishableKey,
    merchant,
    saveCard: async (card) =>
      (await merchant.cards.save({ ciphertext: await box.encryptCard(card) })).id,
    ...clientOf(handler, secretKey)
  }
}

/** Opens a shop. No job in it runs by itself. */
export const openShop = async (options: ShopOptions = {}): Promise<Shop> => {
  const {
    sandbox: sandboxOptions,
    faulty = (storage) => storage,
    adapted = (provider) => provider,
    onLog,
    engine = {},
    ...handlerOptions
  } = options
  const providers = (sandboxOptions?.providers ?? [{}]).map(
    (provider) => ({ environment: "both", ...provider }) as const
  )
  const box = sandbox({ ...sandboxOptions, providers })
  const clock = manualClock()
  const storage = await Effect.runPromise(Effect.provide(Storage, memory()))
  const alerts: Array<Alert> = []
  const logged: Array<LogEntry> = []
  const payloom = await Payloom.make({
    storage: Layer.succeed(Storage, faulty(storage)),
    providers: box.providers.map(adapted),
    vault: box.vault,
    threeDs: box.threeDs,
    accountUpdater: box.accountUpdater,
    secret: `a secret for one test: ${randomUUID()}`,
    workers: false,
    clock,
    onAlert: (alert) => alerts.push(alert),
    onLog: onLog ?? ((entry) => logged.push(entry)),
    options: engine
  })
  const handler = createHandler(payloom, handlerOptions)
  const ground = { payloom, box, handler }
  return {
    ...ground,
    ...(await accountOn(ground, "test")),
    clock,
    storage,
    alerts,
    logged,
    notified: (of, reference) =>
      Effect.runPromise(
        Effect.provideService(box.notifications[of](reference), Clock.Clock, clock)
      ),
    open: (mode = "test", tenant) => accountOn(ground, mode, tenant),
    work: async () => {
      while ((await payloom.runDue()) > 0);
    }
  }
}
