import { measurements, Storage, StorageUnavailable } from "@payloom/core"
import { memory } from "@payloom/testkit"
import { Effect, Layer } from "effect"
import { expect, it, onTestFinished } from "vitest"
import { instrumentsOf } from "./instruments.ts"
import { prometheus } from "./prometheus.ts"
import { openTraced, paymentRequest } from "./testing/openTraced.ts"

/** Returns the series of a metric in Prometheus' text: their attributes and values. */
const seriesIn = (text: string, metric: string) =>
  text
    .split("\n")
    .filter((line) => line.startsWith(`${metric}{`))
    .map((line) => {
      const attributes = [...line.matchAll(/(\w+)="([^"]*)"/g)].map(([, name, value]) => [
        name,
        value
      ])
      const { otel_scope_name: _, ...own } = Object.fromEntries(attributes)
      return { ...own, value: Number(line.slice(line.lastIndexOf(" "))) }
    })

it("charges are counted by status, provider, account, method and decline", async () => {
  const { box, shop, charge, metrics } = await openTraced()
  await shop.payments.create(charge, { idempotencyKey: "order-1" })
  const paymentInstrument = await box.saveCard(shop, "insufficient_funds")
  await shop.payments.create({ ...charge, paymentInstrument }, { idempotencyKey: "order-2" })
  const text = await metrics()
  const shared = {
    payloom_provider: "sandbox",
    payloom_mid: expect.stringMatching(/^mid_/),
    payloom_payment_method: "card",
    payloom_mode: "test"
  }
  expect(seriesIn(text, "payloom_charges_total")).toEqual([
    { ...shared, payloom_charge_status: "captured", value: 1 },
    {
      ...shared,
      payloom_charge_status: "declined",
      payloom_decline_code: "insufficient_funds",
      value: 1
    }
  ])
  expect(text).not.toContain("payloom_tenant")
})

it("a collection has every value that was recorded before it", async () => {
  const { meter, handler, close } = prometheus()
  onTestFinished(close)
  const { histogram } = instrumentsOf(meter, false)
  const record = histogram("payloom.job.duration", { "payloom.job.kind": "test" })
  for (let at = 0; at < 1001; at++) record(0.5)
  const count = async () => {
    const text = await (await handler()).text()
    return seriesIn(text, "payloom_job_duration_seconds_count").map(({ value }) => value)
  }
  expect(await count()).toEqual([1001])
  record(0.5)
  expect(await count()).toEqual([1002])
  // Engines that open and close in one process use the same series again.
  expect(histogram("payloom.job.duration", { "payloom.job.kind": "test" })).toBe(record)
})

it("charges are counted by tenant if the host wants that", async () => {
  const { shop, charge, metrics } = await openTraced({}, { tenants: true })
  await shop.payments.create(charge, { idempotencyKey: "order-1" })
  expect(await metrics()).toContain(`payloom_tenant="${shop.scope.tenant}"`)
})

it("requests, operations, provider calls, commits, jobs, deliveries and consumers are measured", async () => {
  const { payloom, shop, secret, charge, handler, metrics } = await openTraced()
  await shop.webhooks.create({ url: "https://shop.example/hooks" })
  await payloom.events.consume("mailer", () => undefined)
  await handler(paymentRequest(secret, charge.paymentInstrument))
  await handler(new Request("http://localhost/v1/payments", { method: "PURGE" }))
  await payloom.runDue()
  const text = await metrics()
  const charge200 = { http_request_method: "POST", http_route: "/v1/payments" }
  const expected: ReadonlyArray<readonly [string, Readonly<Record<string, string>>]> = [
    ["http_server_request_duration_seconds_count", charge200],
    ["http_server_request_duration_seconds_count", { http_request_method: "_OTHER" }],
    ["payloom_operation_duration_seconds_count", { payloom_operation: "payments.create" }],
    ["payloom_provider_call_duration_seconds_count", { payloom_outcome: "approved" }],
    ["db_client_operation_duration_seconds_count", { db_operation_name: "commit" }],
    ["payloom_events_total", { payloom_event_type: "payment.succeeded" }],
    ["payloom_storage_reads_total", { db_operation_name: "get" }],
    ["payloom_job_duration_seconds_count", { payloom_job_kind: "deliver_webhook" }],
    ["payloom_job_delay_seconds_count", { payloom_job_kind: "deliver_webhook" }],
    ["payloom_webhook_delivery_duration_seconds_count", { http_response_status_code: "200" }],
    ["payloom_consumer_duration_seconds_count", { messaging_consumer_group_name: "mailer" }],
    ["payloom_consumer_lag_seconds", { messaging_consumer_group_name: "mailer" }],
    ["payloom_jobs_lateness_seconds", { payloom_job_lane: "money" }]
  ]
  for (const [name, attributes] of expected) {
    expect(seriesIn(text, name)).toContainEqual(expect.objectContaining(attributes))
  }
})

it("no attribute of a measurement has the id of a payment, a customer or a card", async () => {
  const { payloom, shop, charge, metrics } = await openTraced({}, { tenants: true })
  await shop.webhooks.create({ url: "https://shop.example/hooks" })
  const { id } = await shop.payments.create(charge, { idempotencyKey: "order-1" })
  await shop.payments.refund(id, {}, { idempotencyKey: "refund-1" })
  await payloom.runDue()
  const ids = new Set((await metrics()).match(/[a-z]+_[0-9A-HJKMNP-TV-Z]{26}/g))
  expect([...ids].map((found) => found.split("_")[0]).toSorted()).toEqual(["mid", "tenant"])
})

it("a measurement's attributes are those that the table of measurements names", async () => {
  const { shop, charge, metrics } = await openTraced({}, { tenants: true })
  await shop.payments.create(charge, { idempotencyKey: "order-1" })
  const text = await metrics()
  const names = new Set(
    Object.values(measurements).flatMap(({ attributes }) =>
      attributes.map((name) => name.replaceAll(".", "_"))
    )
  )
  const labels = new Set(
    text.split("\n").flatMap((line) => [...line.matchAll(/(\w+)="/g)].map(([, name]) => name))
  )
  const ofExporter = ["le", "otel_scope_name", "service_name"]
  const unknown = [...labels].filter(
    (name) =>
      name !== undefined &&
      !names.has(name) &&
      !ofExporter.includes(name) &&
      !name.startsWith("telemetry_sdk")
  )
  expect(unknown).toEqual([])
})

it("the lateness of jobs and the reachability are measured for each cell of a storage", async () => {
  const storage = Layer.effect(
    Storage,
    Effect.map(Storage, (inner) => ({
      ...inner,
      databases: () => [
        { name: "a", isReachable: true, nextDue: inner.nextDue },
        { name: "b", isReachable: false, nextDue: inner.nextDue }
      ]
    }))
  ).pipe(Layer.provide(memory()))
  const { metrics } = await openTraced({ storage })
  const text = await metrics()
  expect(seriesIn(text, "payloom_cells_reachable")).toEqual([
    { payloom_cell: "a", value: 1 },
    { payloom_cell: "b", value: 0 }
  ])
  const lateness = seriesIn(text, "payloom_jobs_lateness_seconds")
  expect(new Set(lateness.map((series) => Object(series).payloom_cell))).toEqual(new Set(["a"]))
})

it("cells are measured while the lag of consumers can't be read", async () => {
  const state = { isUp: true }
  const storage = Layer.effect(
    Storage,
    Effect.map(Storage, (inner) => ({
      ...inner,
      databases: () => [{ name: "a", isReachable: state.isUp, nextDue: inner.nextDue }],
      page: ((...query) =>
        state.isUp
          ? inner.page(...query)
          : Effect.fail(new StorageUnavailable({ cause: new Error("down") }))) as typeof inner.page
    }))
  ).pipe(Layer.provide(memory()))
  const { payloom, metrics } = await openTraced({ storage })
  await payloom.events.consume("mailer", () => undefined)
  const reachable = async () => seriesIn(await metrics(), "payloom_cells_reachable")
  expect(await reachable()).toEqual([{ payloom_cell: "a", value: 1 }])
  state.isUp = false
  expect(await reachable()).toEqual([{ payloom_cell: "a", value: 0 }])
})
