import {
  type Alert,
  type ChargeRequest,
  type EngineOptions,
  type EngineSetup,
  Entropy,
  type LogEntry,
  type Merchant,
  type Mid,
  type ModificationRequest,
  Payloom,
  type PaymentProvider,
  type Scope,
  Storage
} from "@payloom/core"
import { Layer } from "effect"
import { type WatchedStorage, watchedStorage } from "../../audit/watchedStorage.ts"
import { type ManualClock, manualClock } from "../../clock/manualClock.ts"
import { type MortalStorage, mortalStorage } from "../../faults/mortalStorage.ts"
import { type Sandbox, sandbox } from "../../sandbox/sandbox.ts"
import { sandboxAccounts } from "../../sandbox/sandboxAccounts.ts"
import type { SandboxProviderOptions } from "../../sandbox/sandboxCapabilities.ts"
import type { TokenAccount } from "../../sandbox/sandboxTokens.ts"
import { scenarioStorage } from "./scenarioStorage.ts"

/** A process: an engine, and its connection to the storage, which dies with it. */
export interface Process {
  readonly payloom: Payloom
  readonly merchant: Merchant
  readonly mortal: MortalStorage
}

export interface ShopOptions {
  readonly providers?: ReadonlyArray<SandboxProviderOptions>
  readonly tokenAccounts?: ReadonlyArray<TokenAccount>
  /** If true, the vault has a network token for every card. */
  readonly networkTokens?: boolean
  /** If true, the vault decrypts the sandbox's wallet. */
  readonly decryptedWallets?: boolean
  /**
   * The credentials of the MIDs in order, each on the provider at its place, or on the last one.
   */
  readonly accounts?: ReadonlyArray<string>
  /** The methods of the MIDs. Default: cards. */
  readonly methods?: Mid["methods"]
  /** Wraps each provider for the engine. */
  readonly adapted?: (provider: PaymentProvider) => PaymentProvider
  readonly risk?: EngineSetup["risk"]
  readonly webhooks?: EngineSetup["webhooks"]
  /** Wraps the vault for the engine. */
  readonly vault?: (vault: EngineSetup["vault"]) => EngineSetup["vault"]
  readonly engine?: Partial<EngineOptions>
  /** If true, every process runs its jobs itself, as the clock moves. */
  readonly workers?: boolean
  /** The time of opening. Default: 15 November 2026, at noon. */
  readonly startsAt?: string
  /** The seed of all randomness. With the same seed, the same steps leave the same rows. */
  readonly seed?: string
  /** The storage of the shop's rows. Default: memory. */
  readonly storage?: Storage["Service"]
  /** The patience of the clock with a storage that takes real time. Default: 0. */
  readonly patienceMs?: number
  /** Wraps the storage for every process. */
  readonly between?: (storage: Storage["Service"]) => Storage["Service"]
}

/** The shared parts of all processes of a shop, and the records of their calls. */
export interface Ground {
  readonly options: ShopOptions
  readonly box: Sandbox
  readonly clock: ManualClock
  readonly watched: WatchedStorage
  readonly alerts: Array<Alert>
  readonly logged: Array<LogEntry>
  readonly requests: Array<ChargeRequest>
  readonly sent: Array<string>
  /**
   * Returns a new source of randomness for each process. With a shared one, two processes would
   * create the same ids.
   */
  readonly nextEntropy: () => Layer.Layer<Entropy>
}

export const openGround = (options: ShopOptions): Ground => {
  let processes = 0
  return {
    options,
    box: sandbox({
      ...(options.providers === undefined ? {} : { providers: options.providers }),
      ...(options.tokenAccounts === undefined ? {} : { tokenAccounts: options.tokenAccounts }),
      ...(options.networkTokens === undefined ? {} : { networkTokens: options.networkTokens }),
      decryptedWallets: options.decryptedWallets === true
    }),
    // A dead process answers no call, so nothing is worth a wait.
    clock: manualClock(options.startsAt, { patienceMs: options.patienceMs ?? 0 }),
    watched: watchedStorage(options.storage ?? scenarioStorage()),
    alerts: [],
    logged: [],
    requests: [],
    sent: [],
    nextEntropy: () => Entropy.seeded(`${options.seed ?? "shop"}/${++processes}`)
  }
}

/** Wraps a provider to record its calls. */
const overheard = ({ requests, sent }: Ground, provider: PaymentProvider): PaymentProvider => {
  const noted = (send: PaymentProvider["refund"]) => (request: ModificationRequest) => {
    sent.push(request.reference)
    return send(request)
  }
  return {
    ...provider,
    charge: (request) => {
      requests.push(request)
      return provider.charge(request)
    },
    capture: noted(provider.capture),
    void: noted(provider.void),
    refund: noted(provider.refund)
  }
}

/** Starts a process for a merchant, or for a new one. */
export const startProcess = async (ground: Ground, scope?: Scope): Promise<Process> => {
  const { options, box, clock, watched, alerts, logged } = ground
  const { between = (storage) => storage, adapted = (provider) => provider } = options
  const mortal = mortalStorage(Layer.succeed(Storage, between(watched.storage)))
  const payloom = await Payloom.make({
    ...box.setup,
    storage: mortal.layer,
    providers: box.providers.map((provider) => overheard(ground, adapted(provider))),
    vault: options.vault?.(box.vault) ?? box.vault,
    entropy: ground.nextEntropy(),
    workers: options.workers ?? false,
    clock,
    onAlert: (alert) => alerts.push(alert),
    onLog: (entry) => logged.push(entry),
    ...(options.risk === undefined ? {} : { risk: options.risk }),
    ...(options.webhooks === undefined ? {} : { webhooks: options.webhooks }),
    ...(options.engine === undefined ? {} : { options: options.engine })
  })
  const merchant = scope === undefined ? await openFirst(ground, payloom) : payloom.merchant(scope)
  return { payloom, mortal, merchant }
}

const openFirst = ({ box, options }: Ground, payloom: Payloom): Promise<Merchant> => {
  const { accounts = [sandboxAccounts.primary, sandboxAccounts.secondary] } = options
  return box.openShop(payloom, {
    displayName: "Shop",
    accounts: Object.fromEntries(accounts.map((credentials) => [credentials, credentials])),
    currencies: ["EUR", "USD", "JPY"],
    methods: options.methods ?? ["card"]
  })
}
