import { createHandler } from "@payloom/adapter-http"
import {
  type AcceptedEvent,
  audit,
  type Finding,
  type HandledEvent,
  type RecordedAnswer
} from "@payloom/auditor"
import { Entropy, type Merchant, Payloom, type WebhookRequest } from "@payloom/core"
import {
  type ManualClock,
  manualClock,
  memory,
  type Sandbox,
  sandbox,
  sandboxBooks,
  storedRows
} from "@payloom/testkit"
import { Clock, Effect } from "effect"

/** An answer of the engine over HTTP. */
export type Answer = Readonly<Record<string, unknown>> & { readonly id: string }

/** An engine on a store in memory, with a sandbox, a merchant and the records of its callers. */
export interface Ground {
  readonly payloom: Payloom
  readonly box: Sandbox
  readonly shop: Merchant
  readonly clock: ManualClock
  readonly answers: Array<RecordedAnswer>
  readonly handled: Array<HandledEvent>
  readonly accepted: Array<AcceptedEvent>
  /**
   * Sends a request, repeats it under the same key, and records both answers. Rejects if the
   * request is refused.
   */
  readonly post: (operation: string, path: string, body: object) => Promise<Answer>
  /** Returns the actions of a payer of a session. */
  readonly payer: (session: Answer) => ReturnType<Payloom["payer"]>
  /** The findings of audits after each request and before each charge. */
  readonly inBetween: Array<Finding>
}

/** Starts an engine. The endpoint of all events refuses every fifth. */
export const openGround = async (): Promise<Ground> => {
  const clock = manualClock("2026-01-31T10:00:00Z", { patienceMs: 20 })
  const box = sandbox()
  const accepted: Array<AcceptedEvent> = []
  const handled: Array<HandledEvent> = []
  const answers: Array<RecordedAnswer> = []
  const inBetween: Array<Finding> = []
  const endpoints = new Map<string, string>()
  const look = async () => {
    const rows = await run(storedRows(payloom.services.storage))
    const providers = await run(sandboxBooks(box.bank, ["sandbox"]))
    inBetween.push(...audit({ rows, providers, now: clock.now() }))
  }
  const run = <A, E>(effect: Effect.Effect<A, E>) =>
    Effect.runPromise(Effect.provideService(effect, Clock.Clock, clock))
  const payloom = await Payloom.make({
    ...box.setup,
    providers: box.providers.map((provider) => ({
      ...provider,
      charge: (request) => Effect.andThen(Effect.promise(look), provider.charge(request))
    })),
    storage: memory({ checkRows: false }),
    entropy: Entropy.seeded("mutations"),
    clock,
    workers: false,
    onLog: () => undefined,
    webhooks: { send: sender(endpoints, accepted), refusal: () => Effect.succeed(null) }
  })
  const shop = await box.openShop(payloom)
  await payloom.tenants.updateAccount(shop.scope, { returnOrigins: ["https://shop.example"] })
  for (const types of [null, ["payment.succeeded", "refund.succeeded"] as const]) {
    const url = `https://shop.example/${types === null ? "all" : "some"}`
    const { id } = await shop.webhooks.create({ url, ...(types === null ? {} : { types }) })
    endpoints.set(url, id)
  }
  await consume(payloom, handled)
  const secret = await payloom.tenants.createApiKey(shop.scope, "secret")
  const publishable = await payloom.tenants.createApiKey(shop.scope, "publishable")
  return {
    payloom,
    box,
    shop,
    clock,
    answers,
    handled,
    accepted,
    inBetween,
    post: poster(payloom, clock, answers, secret.secret, look),
    payer: ({ session_token }) =>
      payloom.payer({
        publishableKey: publishable.secret,
        sessionToken: String(session_token)
      })
  }
}

const sender = (endpoints: ReadonlyMap<string, string>, accepted: Array<AcceptedEvent>) => {
  let sent = 0
  return ({ url, headers }: WebhookRequest) =>
    Effect.sync(() => {
      if (url.endsWith("/all")) sent += 1
      if (url.endsWith("/all") && sent % 5 === 1)
        return { _tag: "Answered", status: 500, excerpt: "" } as const
      const event = headers["webhook-id"] ?? ""
      accepted.push({ endpoint: endpoints.get(url) ?? "", event })
      return { _tag: "Answered", status: 204, excerpt: "" } as const
    })
}

/** Fails four times on every fourth event, so that later events of its object wait behind it. */
const consume = async (payloom: Payloom, handled: Array<HandledEvent>) => {
  const triesLeft = new Map<string, number>()
  await payloom.events.consume(
    "books",
    ({ id }) => {
      const left = triesLeft.get(id) ?? (triesLeft.size % 4 === 0 ? 4 : 0)
      triesLeft.set(id, left - 1)
      if (left > 0) throw new Error("The books are closed.")
      handled.push({ consumer: "books", event: id })
    },
    { from: "beginning" }
  )
}

const poster = (
  payloom: Payloom,
  clock: ManualClock,
  answers: Array<RecordedAnswer>,
  secret: string,
  look: () => Promise<void>
): Ground["post"] => {
  const handler = createHandler(payloom)
  let requests = 0
  return async (operation, path, body) => {
    requests += 1
    const idempotencyKey = `request-${requests}`
    const send = async () => {
      const request = new Request(`http://localhost${path}`, {
        method: "POST",
        headers: { Authorization: `Bearer ${secret}`, "Idempotency-Key": idempotencyKey },
        body: JSON.stringify(body)
      })
      const response = await clock.until(Promise.resolve(handler(request)))
      return { isOk: response.ok, text: await response.text() }
    }
    const first = await send()
    if (!first.isOk) throw new Error(`${operation}: ${first.text}`)
    await look()
    const again = await send()
    answers.push({
      operation,
      idempotencyKey,
      at: clock.now(),
      body: first.text,
      again: again.text
    })
    return JSON.parse(first.text) as Answer
  }
}
