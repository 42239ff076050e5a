import { context, trace } from "@opentelemetry/api"
import { AsyncLocalStorageContextManager } from "@opentelemetry/context-async-hooks"
import { continuing, Risk, readTraceparent } from "@payloom/core"
import { Effect, Layer } from "effect"
import { expect, it, onTestFinished } from "vitest"
import { openTraced, paymentRequest, type SeenSpan } from "./testing/openTraced.ts"

const traceId = "0af7651916cd43dd8448eb211c80319c"
const caller = `00-${traceId}-b7ad6b7169203331-01`

/** The names of a span's descendants, with the names of their parents. */
const edgesOf = (spans: ReadonlyArray<SeenSpan>): ReadonlyArray<string> => {
  const names = new Map(spans.map(({ id, name }) => [id, name]))
  return spans.map(({ name, parent }) => `${names.get(parent ?? "") ?? "caller"} > ${name}`)
}

it("one trace goes from a request through commits, provider and consumer to the webhook's receiver", async () => {
  const { payloom, shop, secret, sent, charge, handler, spans } = await openTraced()
  await shop.webhooks.create({ url: "https://shop.example/hooks", types: ["payment.succeeded"] })
  await payloom.events.consume("mailer", () => undefined, { types: ["payment.succeeded"] })
  const request = paymentRequest(secret, charge.paymentInstrument, { traceparent: caller })
  expect((await handler(request)).status).toBe(200)
  await payloom.runDue()
  const own = spans().filter(({ trace }) => trace === traceId)
  expect(edgesOf(own).toSorted()).toEqual(
    [
      "caller > POST /v1/payments",
      "POST /v1/payments > tenants.authenticate",
      "POST /v1/payments > payments.create",
      "payments.create > charge sandbox",
      "charge sandbox > SandboxProvider.charge",
      "payments.create > process mailer",
      "payments.create > run deliver_webhook",
      "run deliver_webhook > POST"
    ].toSorted()
  )
  const post = own.find(({ name }) => name === "POST")
  expect(sent.map(({ headers }) => headers.traceparent)).toEqual([`00-${traceId}-${post?.id}-01`])
})

it("a caller's tracestate goes on to consumers and to the webhook's receiver", async () => {
  const { payloom, shop, secret, sent, charge, handler } = await openTraced()
  await shop.webhooks.create({ url: "https://shop.example/hooks", types: ["payment.succeeded"] })
  const seen: Array<object> = []
  const types = ["payment.succeeded"] as const
  await payloom.events.consume("mailer", (event) => seen.push(event), { types })
  const tracestate = "congo=t61rcWkgMzE,rojo=00f067aa0ba902b7"
  await handler(
    paymentRequest(secret, charge.paymentInstrument, { traceparent: caller, tracestate })
  )
  await payloom.runDue()
  expect(seen).toMatchObject([{ traceparent: expect.stringContaining(traceId), tracestate }])
  expect(sent.map(({ headers }) => headers)).toMatchObject([{ tracestate }])
})

it("a tracestate that is too long or is no ASCII text is left out", () => {
  for (const tracestate of ["", "a=\u00e9", "a=b\nc=d", "a".repeat(513)]) {
    expect(readTraceparent(caller, tracestate)).not.toHaveProperty("tracestate")
  }
  expect(readTraceparent(caller, "a=b")).toHaveProperty("tracestate", "a=b")
})

it("commits are events of their operation, with their duration", async () => {
  const { shop, charge, exporter } = await openTraced()
  await shop.payments.create(charge, { idempotencyKey: "order-1" })
  const operation = exporter.getFinishedSpans().find(({ name }) => name === "payments.create")
  const commit = { name: "commit", attributes: { "payloom.duration": expect.any(Number) } }
  expect(operation?.events).toMatchObject([commit, commit])
})

it("calls of the vault, the 3DS server and the risk service are spans", async () => {
  const risk = Layer.succeed(Risk, { assess: () => Effect.succeed({ _tag: "Allow" as const }) })
  const { box, payloom, shop, spans } = await openTraced({ risk })
  const { secret: publishableKey } = await payloom.tenants.createApiKey(shop.scope, "publishable")
  const { sessionToken = "" } = await shop.checkout.create(
    { amount: 1250n, currency: "EUR" },
    { idempotencyKey: "session-1" }
  )
  const card = { number: "4242424242424242", expMonth: 12, expYear: 2049, cvc: "123" }
  const ciphertext = await box.encryptCard(card)
  await payloom
    .payer({ publishableKey, sessionToken })
    .confirm({ method: "card", card: { ciphertext } })
  const calls = ["store vault", "authenticate 3ds", "assess risk"]
  expect(edgesOf(spans())).toEqual(
    expect.arrayContaining(calls.map((call) => `payer.confirm > ${call}`))
  )
})

it("a refund that its request carries out itself is in the request's trace", async () => {
  const { shop, charge, spans, exporter } = await openTraced({ workers: true })
  const { id } = await shop.payments.create(charge, { idempotencyKey: "order-1" })
  exporter.reset()
  await shop.payments.refund(id, {}, { idempotencyKey: "refund-1" })
  await expect.poll(() => spans().map(({ name }) => name)).toContain("run carry_out_modification")
  expect(edgesOf(spans())).toContain("payments.refund > run carry_out_modification")
})

it("a call inside a span of the host belongs to that span", async () => {
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable())
  onTestFinished(() => context.disable())
  const { shop, charge, tracer, spans } = await openTraced()
  await tracer.startActiveSpan("checkout", async (span) => {
    await shop.payments.create(charge, { idempotencyKey: "order-1" })
    span.end()
  })
  expect(edgesOf(spans())).toContain("checkout > payments.create")
})

it("the sender of webhooks runs in its span, also for the host's instrumentation", async () => {
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable())
  onTestFinished(() => context.disable())
  const active: Array<string | undefined> = []
  const send = () =>
    Effect.sync(() => {
      active.push(trace.getActiveSpan()?.spanContext().spanId)
      return { _tag: "Answered", status: 200, excerpt: "" } as const
    })
  const webhooks = { send, refusal: () => Effect.succeed(null) }
  const { payloom, shop, charge, spans } = await openTraced({ webhooks })
  await shop.webhooks.create({ url: "https://shop.example/hooks", types: ["payment.succeeded"] })
  await shop.payments.create(charge, { idempotencyKey: "order-1" })
  await payloom.runDue()
  expect(active).toEqual([spans().find(({ name }) => name === "POST")?.id])
})

it("a consumer's own calls belong to the span of its event", async () => {
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable())
  onTestFinished(() => context.disable())
  const { payloom, shop, charge, spans } = await openTraced()
  await payloom.events.consume(
    "mailer",
    async ({ data }) => {
      expect(trace.getActiveSpan()).toBeDefined()
      await shop.payments.retrieve(data.payment_id ?? "")
    },
    { types: ["payment.succeeded"] }
  )
  await shop.payments.create(charge, { idempotencyKey: "order-1" })
  await payloom.runDue()
  expect(edgesOf(spans())).toContain("process mailer > payments.retrieve")
})

it("a caller that is not sampled gets no spans, and its rows keep no trace", async () => {
  const { payloom, secret, charge, handler, spans } = await openTraced()
  const seen: Array<string | undefined> = []
  await payloom.events.consume("mailer", ({ traceparent }) => seen.push(traceparent))
  const traceparent = caller.replace(/1$/, "0")
  const before = spans().length
  await handler(paymentRequest(secret, charge.paymentInstrument, { traceparent }))
  expect(spans().length).toBe(before)
  await payloom.runDue()
  expect(new Set(seen)).toEqual(new Set([undefined]))
})

it("only merchants continue a trace of their own", async () => {
  const { handler, spans } = await openTraced()
  for (const path of ["/session", "/providers/mid_1/notifications", "/nowhere"]) {
    const method = path === "/session" ? "GET" : "POST"
    const url = `http://localhost${path}`
    await handler(new Request(url, { method, headers: { traceparent: caller } }))
  }
  expect(spans().length).toBeGreaterThan(2)
  expect(spans().filter(({ trace }) => trace === traceId)).toEqual([])
})

it("work that goes on within an hour has the same trace, and later work a link", () => {
  const hour = 3_600_000
  expect(continuing({ traceparent: caller }, 0, hour - 1).parent).toMatchObject({
    traceId,
    sampled: true
  })
  expect(continuing({ traceparent: caller }, 0, hour)).toMatchObject({
    parent: null,
    links: [{ traceId }]
  })
  expect(continuing({}, 0, 0)).toEqual({ parent: null })
  for (const invalid of ["", "00", `00-${"0".repeat(32)}-b7ad6b7169203331-01`, "ff".concat(caller)])
    expect(continuing({ traceparent: invalid }, 0, 0)).toEqual({ parent: null })
})

it("without telemetry, events have no trace and webhooks have no traceparent", async () => {
  const { payloom, shop, sent, charge } = await openTraced({ telemetry: undefined as never })
  const seen: Array<object> = []
  await payloom.events.consume("mailer", (event) => seen.push(event))
  await shop.webhooks.create({ url: "https://shop.example/hooks" })
  await shop.payments.create(charge, { idempotencyKey: "order-1" })
  await payloom.runDue()
  expect(seen.length).toBeGreaterThan(0)
  expect(seen.filter((event) => "traceparent" in event || "trace" in event)).toEqual([])
  expect(sent.length).toBeGreaterThan(0)
  expect(sent.filter(({ headers }) => "traceparent" in headers)).toEqual([])
})
