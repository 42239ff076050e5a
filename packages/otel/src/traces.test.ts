import { context, trace } from "@opentelemetry/api"
import { AsyncLocalStorageContextManager } from "@opentelemetry/context-async-hooks"
import { continuing } from "@payloom/core"
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
  expect(continuing(caller, 0, hour - 1).parent).toMatchObject({ traceId, sampled: true })
  expect(continuing(caller, 0, hour)).toMatchObject({ parent: null, links: [{ traceId }] })
  expect(continuing(undefined, 0, 0)).toEqual({ parent: null })
  for (const invalid of ["", "00", `00-${"0".repeat(32)}-b7ad6b7169203331-01`, "ff".concat(caller)])
    expect(continuing(invalid, 0, 0)).toEqual({ parent: null })
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
