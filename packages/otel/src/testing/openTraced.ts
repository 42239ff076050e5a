import { InMemorySpanExporter, SimpleSpanProcessor, TracerProvider } from "@opentelemetry/sdk-trace"
import { createHandler } from "@payloom/adapter-http"
import { Payloom, type PayloomSetup, type WebhookRequest } from "@payloom/core"
import { memory, sandbox } from "@payloom/testkit"
import { Effect } from "effect"
import { onTestFinished } from "vitest"
import { type OtelOptions, otel } from "../otel.ts"
import { prometheus } from "../prometheus.ts"

/** A span as tests look at it. */
export interface SeenSpan {
  readonly name: string
  readonly trace: string
  readonly id: string
  readonly parent: string | null
  readonly links: ReadonlyArray<string>
  readonly attributes: Readonly<Record<string, unknown>>
}

/** Opens a shop whose spans and metrics are kept in memory, and whose jobs run by `runDue`. */
export const openTraced = async (
  setup: Partial<PayloomSetup<unknown>> = {},
  options: OtelOptions = {}
) => {
  const exporter = new InMemorySpanExporter()
  const provider = new TracerProvider({ spanProcessors: [new SimpleSpanProcessor({ exporter })] })
  const { meter, handler: metrics, close } = prometheus()
  const sent: Array<WebhookRequest> = []
  const box = sandbox()
  const payloom = await Payloom.make({
    ...box.setup,
    storage: memory(),
    workers: false,
    webhooks: {
      send: (request: WebhookRequest) =>
        Effect.sync(() => {
          sent.push(request)
          return { _tag: "Answered", status: 200, excerpt: "" } as const
        }),
      refusal: () => Effect.succeed(null)
    },
    telemetry: otel({ tracer: provider.getTracer("test"), meter, eventLoop: false, ...options }),
    ...setup
  })
  onTestFinished(async () => {
    await payloom.close()
    await provider.shutdown()
    await close()
  })
  const shop = await box.openShop(payloom)
  const { secret } = await payloom.tenants.createApiKey(shop.scope, "secret")
  const paymentInstrument = await box.saveCard(shop, "approved")
  exporter.reset()
  return {
    box,
    payloom,
    shop,
    secret,
    sent,
    exporter,
    tracer: provider.getTracer("host"),
    charge: { amount: 1250n, currency: "EUR", type: "one_off", paymentInstrument } as const,
    handler: createHandler(payloom),
    metrics: async () => (await metrics()).text(),
    spans: (): ReadonlyArray<SeenSpan> =>
      exporter.getFinishedSpans().map((span) => ({
        name: span.name,
        trace: span.spanContext().traceId,
        id: span.spanContext().spanId,
        parent: span.parentSpanContext?.spanId ?? null,
        links: span.links.map(({ context }) => context.traceId),
        attributes: span.attributes
      }))
  }
}

/** Returns the request of a payment over HTTP. */
export const paymentRequest = (
  secret: string,
  paymentInstrument: string,
  headers: Readonly<Record<string, string>> = {}
): Request =>
  new Request("http://localhost/v1/payments", {
    method: "POST",
    headers: {
      authorization: `Bearer ${secret}`,
      "content-type": "application/json",
      "idempotency-key": "order-1",
      ...headers
    },
    body: JSON.stringify({
      amount: "1250",
      currency: "EUR",
      type: "one_off",
      payment_instrument: paymentInstrument
    })
  })
