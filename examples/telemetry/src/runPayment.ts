import { once } from "node:events"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { context, trace } from "@opentelemetry/api"
import { AsyncLocalStorageContextManager } from "@opentelemetry/context-async-hooks"
import { OTLPTraceExporter } from "@opentelemetry/exporter-trace-otlp-http"
import { BatchSpanProcessor, TracerProvider } from "@opentelemetry/sdk-trace"
import { createHandler } from "@payloom/adapter-http"
import { webhookSender } from "@payloom/adapter-webhooks"
import { Payloom } from "@payloom/core"
import { otel } from "@payloom/otel"
import { memory, sandbox } from "@payloom/testkit"
import { startCollector } from "./collector.ts"
import { treeOf } from "./treeOf.ts"

/** The result of a run. */
export interface TracedRun {
  /** The tree of the payment's trace. */
  readonly tree: ReadonlyArray<string>
  /** The trace of the caller, and the trace that the webhook's receiver got. */
  readonly sentTrace: string
  readonly receivedTrace: string
}

/** Starts a receiver of one webhook. */
const startReceiver = async () => {
  const received = Promise.withResolvers<string>()
  const server = createServer((request, response) => {
    response.end()
    received.resolve(String(request.headers.traceparent))
  })
  server.listen(0, "127.0.0.1")
  await once(server, "listening")
  const { port } = server.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}/hooks`, traceparent: received.promise, server }
}

const traceOf = (traceparent: string): string => traceparent.split("-")[1] ?? ""

/** Makes a payment over HTTP, waits for its webhook, and returns the trace of both. */
export const runPayment = async (): Promise<TracedRun> => {
  const collector = await startCollector()
  const receiver = await startReceiver()
  // An application starts OpenTelemetry's SDK first, and then the engine.
  const exporter = new OTLPTraceExporter({ url: collector.url })
  const provider = new TracerProvider({ spanProcessors: [new BatchSpanProcessor({ exporter })] })
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable())
  trace.setGlobalTracerProvider(provider)
  const box = sandbox()
  const payloom = await Payloom.make({
    ...box.setup,
    storage: memory(),
    webhooks: webhookSender(),
    telemetry: otel({ eventLoop: false })
  })
  try {
    const shop = await box.openShop(payloom)
    await shop.webhooks.create({ url: receiver.url, types: ["payment.succeeded"] })
    await payloom.events.consume("mailer", () => undefined, { types: ["payment.succeeded"] })
    const { secret } = await payloom.tenants.createApiKey(shop.scope, "secret")
    const paymentInstrument = await box.saveCard(shop, "approved")
    const sent = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01"
    await createHandler(payloom)(
      new Request("http://localhost/v1/payments", {
        method: "POST",
        headers: {
          authorization: `Bearer ${secret}`,
          "content-type": "application/json",
          "idempotency-key": "order-1",
          traceparent: sent
        },
        body: JSON.stringify({
          amount: "1250",
          currency: "EUR",
          type: "one_off",
          payment_instrument: paymentInstrument
        })
      })
    )
    const receivedTrace = traceOf(await receiver.traceparent)
    await payloom.close()
    await provider.forceFlush()
    const sentTrace = traceOf(sent)
    return { tree: treeOf(collector.spans(), sentTrace), sentTrace, receivedTrace }
  } finally {
    await payloom.close()
    await provider.shutdown()
    trace.disable()
    context.disable()
    receiver.server.closeAllConnections()
    receiver.server.close()
    collector.close()
  }
}
