import { createHandler } from "@payloom/adapter-http"
import { coreParts, Entropy, Payloom } from "@payloom/core"
import { chargeThat, manualClock, memory, sandbox } from "@payloom/testkit"
import { Clock, Effect } from "effect"
import type { Example, Examples } from "../../../packages/adapter-http/src/described.ts"
import { payerOperationsOf } from "../../../packages/adapter-http/src/payerSurface.ts"
import { type Ask, takeSteps } from "./exampleSteps.ts"

const now = Date.parse("2026-11-25T12:00:00Z")

/** The text that stands for the card field's ciphertext, which is another one each time. */
const ciphertext = "eyJhbGciOiJSU0EtT0FFUC0yNTYifQ…"

/**
 * Takes an example of every operation from a real engine: its request, and its answer. The engine's
 * time stands still and its ids come from a seed, so the examples are always the same.
 */
export const takeExamples = async (): Promise<Examples> => {
  const box = sandbox()
  const clock = manualClock(now)
  const payloom = await Payloom.make({
    ...box.setup,
    storage: memory(),
    entropy: Entropy.seeded("examples"),
    workers: false,
    clock
  })
  const shop = await box.openShop(payloom, { displayName: "Blumen Berg" })
  await payloom.tenants.updateAccount(shop.scope, { returnOrigins: ["https://shop.example"] })
  const { secret } = await payloom.tenants.createApiKey(shop.scope, "secret")
  const { secret: publishable } = await payloom.tenants.createApiKey(shop.scope, "publishable")
  const handler = createHandler(payloom)
  const examples: Record<string, Example> = {}
  let requests = 0
  const ask: Ask = async (name, { id, body, query, token } = {}) => {
    const [method, path] = routeOf(name)
    const address = new URL(path.replace("{id}", id ?? ""), "https://pay.shop.example")
    for (const [key, value] of Object.entries(query ?? {})) address.searchParams.append(key, value)
    requests += 1
    const response = await handler(
      new Request(address, {
        method,
        headers: {
          Authorization: `Bearer ${token === undefined ? secret : publishable}`,
          "Idempotency-Key": `example-${requests}`,
          ...(token === undefined ? {} : { "Session-Token": token, Origin: "https://shop.example" })
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) })
      })
    )
    const answer = (await response.json()) as Readonly<Record<string, unknown>>
    if (!response.ok) throw new Error(`${name}: ${JSON.stringify(answer)}`)
    examples[name] ??= { ...(body === undefined ? {} : { request: body }), answer }
    return answer
  }
  await takeSteps({
    ask,
    encryptCard: () => box.encryptCard("approved"),
    work: async () => {
      while ((await payloom.runDue()) > 0);
    },
    wait: (ms) => clock.advance(ms),
    declineOnce: () => void box.script.charge(chargeThat.isDeclined("nsf")),
    dispute: async (attempts) => {
      const disputing = box.dispute({ attempts: attempts as never }, { reason: "13.1" })
      await Effect.runPromise(Effect.provideService(disputing, Clock.Clock, clock))
      await box.notify(payloom)
    }
  })
  await payloom.close()
  return JSON.parse(
    JSON.stringify(examples, (key, value) => (key === "ciphertext" ? ciphertext : value))
  ) as Examples
}

const routeOf = (name: string): readonly [method: string, path: string] => {
  const operations = [...coreParts.routes, ...payerOperationsOf(coreParts)]
  const found = operations.find((operation) => operation.name === name)
  if (found === undefined) throw new Error(`There is no operation ${name}.`)
  return [found.method, found.path]
}
