import { type MerchantWith, Payloom, type Scope, Storage, type StoragePort } from "@payloom/core"
import { Layer } from "effect"
import { type ManualClock, manualClock } from "../clock/manualClock.ts"
import { type MortalStorage, mortalStorage } from "../faults/mortalStorage.ts"
import { type Sandbox, sandbox } from "../sandbox/sandbox.ts"
import type { Disturbance } from "./Disturbance.ts"
import type { AnyModule, ModuleHarness, ModuleLife } from "./ModuleHarness.ts"
import { countedStorage, type StorageCounts } from "./moduleStorage.ts"

/** A process: an engine with the module, and a merchant's handle. */
export interface Process<Own extends AnyModule> {
  readonly payloom: Payloom<[Own]>
  readonly shop: MerchantWith<[Own], never>
  readonly scope: Scope
}

/** The storage, the clock and the sandbox that the processes of a life share. */
export class ModuleGround<Own extends AnyModule> {
  readonly counts: StorageCounts = { commits: 0, ownCommits: [], reads: 0, jobs: new Set() }
  /** The operations that were called, such as `points.spend`. */
  readonly called = new Set<string>()
  readonly clock: ManualClock = manualClock("2026-11-15T12:00:00Z", { patienceMs: 60_000 })
  readonly storage: StoragePort
  readonly mortal: MortalStorage
  readonly #module: Own
  readonly #without: Disturbance["without"]
  readonly #box: Sandbox = sandbox()

  constructor(
    { module }: ModuleHarness<Own>,
    storage: StoragePort,
    { between = (inner) => inner, without = [] }: Disturbance
  ) {
    this.#module = module
    this.#without = without
    this.storage = storage
    const counted = countedStorage(storage, module, this.counts)
    this.mortal = mortalStorage(Layer.succeed(Storage, between(counted)))
  }

  /** Starts a process for the shop of a name. */
  async start(reference: string): Promise<Process<Own>> {
    const payloom = (await Payloom.make({
      ...this.#box.setup,
      storage: this.mortal.layer,
      workers: false,
      onLog: () => undefined,
      clock: this.clock,
      modules: [this.#module],
      without: this.#without ?? []
    })) as unknown as Payloom<[Own]>
    const { scope } = await this.#box.openShop(payloom as unknown as Payloom, { reference })
    return { payloom, scope, shop: this.#noting(payloom.merchant(scope)) }
  }

  /** Returns the life of a shop in a process. */
  life({ payloom, shop }: Process<Own>, notes: Map<string, string>): ModuleLife<Own> {
    return {
      payloom,
      shop,
      box: this.#box,
      notes,
      now: () => this.clock.now(),
      elapse: (ms) => this.clock.elapse(ms, payloom, this.mortal.death())
    }
  }

  /** Wraps the services of the module, so that its called operations are noted. */
  #noting(shop: MerchantWith<[Own], never>): MerchantWith<[Own], never> {
    const services = shop as unknown as Readonly<Record<string, Operations>>
    const noted = Object.keys(this.#module.services).map((service) => {
      const operations = Object.entries(services[service] ?? {}).map(([name, operation]) => [
        name,
        (...input: ReadonlyArray<unknown>) => {
          this.called.add(`${service}.${name}`)
          return operation(...input)
        }
      ])
      return [service, Object.fromEntries(operations)]
    })
    return { ...shop, ...Object.fromEntries(noted) }
  }
}

type Operations = Readonly<Record<string, (...input: ReadonlyArray<unknown>) => unknown>>
