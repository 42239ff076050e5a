import {
  DeploymentCollection,
  deploymentScope,
  Engine,
  Payloom,
  type PayloomSetup,
  Storage,
  update
} from "@payloom/core"
import { Effect, Layer, Option } from "effect"
import { describe, expect, it } from "vitest"
import { sandbox } from "../sandbox/sandbox.ts"
import { memory, memoryStorage } from "../storage/memory.ts"
import { fieldsIn, refusalOf } from "./testing/refusedSetups.ts"

const box = sandbox()

const setup = {
  storage: memory(),
  providers: box.providers,
  vault: box.vault,
  secret: "a secret of more than 32 characters",
  workers: false
} satisfies PayloomSetup<never>

type Anything = Readonly<Record<string, unknown>>

describe("an invalid setup of an engine", () => {
  it.each([undefined, null, 7, "setup"])("is refused as a whole if it is %j", async (given) => {
    expect(await fieldsIn(given)).toEqual([""])
  })

  it("is refused with all missing fields at once", async () => {
    expect(await fieldsIn({})).toEqual(["storage", "providers", "vault", "secret"])
    const { message } = await refusalOf({})
    expect(message).toContain(
      'storage must be a Layer, such as sqlite("payloom.db"), but is missing.'
    )
    expect(message).toContain("secret must be a string of at least 32 characters, the same on all")
  })

  it("is refused if its vault lists wallets that it can't decrypt", async () => {
    const vault = { ...box.vault, decryptedWallets: ["apple_pay"] }
    expect(await fieldsIn({ ...setup, vault })).toEqual(["vault.storeWallet"])
    const unlisted = { ...box.vault, decryptedWallets: "apple_pay" }
    expect(await fieldsIn({ ...setup, vault: unlisted })).toEqual(["vault.decryptedWallets"])
  })

  it("is refused with all fields of a wrong type at once, given in any way", async () => {
    const wrong = {
      storage: "file",
      providers: {},
      vault: { store: 7 },
      secret: "short",
      accountUpdater: { readNotification: box.accountUpdater.readNotification },
      threeDs: null,
      risk: {},
      entropy: "seed",
      workers: "no",
      onAlert: "console",
      onLog: {},
      clock: {},
      options: { drainMs: -1, pollMs: Number.NaN, workerConcurrency: 0.5, providerTimeoutMs: "5s" },
      retries: 3
    }
    const expected = [
      "storage",
      "providers",
      "vault.store",
      "accountUpdater.currentCard",
      "secret",
      "threeDs",
      "risk",
      "entropy",
      "workers",
      "onAlert",
      "onLog",
      "options.providerTimeoutMs",
      "options.drainMs",
      "options.workerConcurrency",
      "options.pollMs",
      "clock.currentTimeMillisUnsafe",
      "clock.currentTimeNanosUnsafe",
      "clock.sleep",
      "retries"
    ]
    expect(await fieldsIn(wrong)).toEqual(expected)
    const inEffect = Layer.build(Engine.layer(wrong as unknown as PayloomSetup<never>))
    const error = await Effect.runPromise(Effect.flip(Effect.scoped(inEffect)))
    expect(error._tag === "SetupInvalid" && error.issues.map(({ field }) => field)).toEqual(
      expected
    )
  })

  it.each([
    [{ drainMs: Number.POSITIVE_INFINITY }, "options.drainMs"],
    [{ drainMs: 2 ** 31 }, "options.drainMs"],
    [{ providerTimeoutMs: 0 }, "options.providerTimeoutMs"],
    [{ hostedPage: "pay.example" }, "options.hostedPage"],
    [{ hostedPage: "ftp://pay.example" }, "options.hostedPage"],
    [{ providerTimeoutMS: 5 }, "options.providerTimeoutMS"],
    ["fast", "options"]
  ])("is refused for options such as %j", async (options, field) => {
    expect(await fieldsIn({ ...setup, options })).toEqual([field])
  })

  it("never shows its secret, or any other text of it, in the error", async () => {
    const { message } = await refusalOf({ ...setup, secret: "too short", storage: "file:x" })
    expect(message).toContain("but has 9 characters.")
    expect(message).not.toMatch(/too short|file:x/)
  })

  it("opens no storage", async () => {
    let isOpened = false
    const storage = Layer.sync(Storage, () => {
      isOpened = true
      return memoryStorage()
    })
    await refusalOf({ ...setup, storage, secret: "" })
    expect(isOpened).toBe(false)
  })
})

it("may have an option that is undefined, which counts as absent", async () => {
  const options = { providerTimeoutMs: undefined, hostedPage: undefined } as Anything
  const payloom = await Payloom.make({ ...setup, options })
  const tenant = await payloom.tenants.create({ displayName: "Shop", defaultCurrency: "EUR" })
  const scope = { tenant: tenant.id, mode: "test" } as const
  const { secret: publishableKey } = await payloom.tenants.createApiKey(scope, "publishable")
  const session = payloom.merchant(scope).checkout.create(
    {
      mode: "payment",
      amount: 1250n,
      currency: "EUR",
      successUrl: "https://shop.example/thanks",
      cancelUrl: "https://shop.example/cart",
      publishableKey
    },
    { idempotencyKey: "session" }
  )
  // Without a hosted page, a setup with undefined is like a setup without one.
  await expect(session).rejects.toMatchObject({ _tag: "InvalidInput", param: "publishableKey" })
  await payloom.close()
})

describe("a storage", () => {
  const opened = () => {
    const shared = memoryStorage()
    let open = 0
    const storage = Layer.effect(
      Storage,
      Effect.acquireRelease(
        Effect.sync(() => {
          open += 1
          return shared
        }),
        () =>
          Effect.sync(() => {
            open -= 1
          })
      )
    )
    return { storage, openNow: () => open }
  }

  it("refuses engines with another secret than its first one", async () => {
    const { storage, openNow } = opened()
    const first = await Payloom.make({ ...setup, storage })
    const other = "another secret of more than 32 characters"
    await expect(Payloom.make({ ...setup, storage, secret: other })).rejects.toMatchObject({
      _tag: "SecretMismatch",
      message: expect.stringContaining("start with that one")
    })
    expect(openNow()).toBe(1)
    const second = await Payloom.make({ ...setup, storage })
    await Promise.all([first.close(), second.close()])
    expect(openNow()).toBe(0)
  })

  it("refuses engines while another storage is copied into it", async () => {
    const { storage, openNow } = opened()
    const first = await Payloom.make({ ...setup, storage })
    const mark = Effect.gen(function* () {
      const port = yield* Storage
      const found = yield* port.get(deploymentScope, DeploymentCollection, "deployment")
      const stored = Option.getOrThrow(found)
      const marked = { ...stored.row, secretCheck: "", copyOf: stored.row.secretCheck }
      yield* port.commit([update(DeploymentCollection, stored, marked)])
    })
    await Effect.runPromise(Effect.provide(mark, storage))
    await expect(Payloom.make({ ...setup, storage })).rejects.toMatchObject({
      _tag: "StorageIncomplete",
      message: expect.stringContaining("finish it first")
    })
    await first.close()
    expect(openNow()).toBe(0)
  })

  it("has one secret, however many engines open it first at the same time", async () => {
    const { storage } = opened()
    const secrets = ["a", "b"].map((letter) => letter.repeat(32))
    const started = await Promise.allSettled(
      Array.from({ length: 8 }, (_, at) =>
        Payloom.make({ ...setup, storage, secret: secrets[at % 2] ?? "" })
      )
    )
    const isIn = started.map(({ status }) => status === "fulfilled")
    expect(isIn.filter(Boolean)).toHaveLength(4)
    expect(new Set(isIn.filter((_, at) => at % 2 === 0)).size).toBe(1)
  })

  it("keeps a check value that contains nothing of the secret", async () => {
    const shared = memoryStorage()
    const seen: Array<string> = []
    const storage = Storage.of({
      ...shared,
      commit: (changes) => {
        seen.push(JSON.stringify(changes))
        return shared.commit(changes)
      }
    })
    const payloom = await Payloom.make({ ...setup, storage: Layer.succeed(Storage, storage) })
    await payloom.close()
    expect(seen.join()).toMatch(/"secretCheck":"[0-9a-f]{64}"/)
    expect(seen.join()).not.toContain(setup.secret)
  })
})

it("lets an engine's rows be read and not be written", async () => {
  const payloom = await Payloom.make(setup)
  const reads = [
    "get",
    "getMany",
    "findUnique",
    "page",
    "feed",
    "feedEnd",
    "sums",
    "nextDue",
    "dueJobs",
    "jobKinds",
    "scopes"
  ]
  expect(Object.keys(payloom.services.storage).sort()).toEqual(reads.sort())
  await payloom.close()
})
