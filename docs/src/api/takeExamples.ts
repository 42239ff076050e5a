import { createHandler } from "@payloom/adapter-http"
import { coreParts, Entropy, Payloom } from "@payloom/core"
import {
  type BankDisputeNotification,
  chargeThat,
  manualClock,
  memory,
  modificationThat,
  sandbox
} from "@payloom/testkit"
import { Clock, Effect } from "effect"
import type { Example, Examples } from "../../../packages/adapter-http/src/described.ts"
import { payerOperationsOf } from "../../../packages/adapter-http/src/payerSurface.ts"
import { type Ask, type ExampleShop, takeSteps } from "./exampleSteps.ts"
import { takeMoreSteps } from "./moreSteps.ts"
import type { Sample } from "./propertyValues.ts"

const now = Date.parse("2026-11-25T12:00:00Z")

const dayMs = 86_400_000

/** The text that stands for the card field's ciphertext, which is another one each time. */
const ciphertext = "eyJhbGciOiJSU0EtT0FFUC0yNTYifQ…"

/** The examples of the operations, and every request with its answer. */
interface Taken {
  readonly examples: Examples
  readonly samples: ReadonlyArray<Sample>
}

/**
 * Takes an example of every operation from a real engine: its request, and its answer. The engine's
 * time stands still and its ids come from a seed, so the examples are always the same.
 */
export const takeExamples = async (): Promise<Taken> => {
  const opened = await openShop()
  const { payloom, shop, secret, publishable, handler } = opened
  const examples: Record<string, Example> = {}
  const samples: Array<Sample> = []
  let requests = 0
  const send = async (name: string, { id, body, query, token }: Parameters<Ask>[1] = {}) => {
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
    const request = body === undefined ? {} : { request: body }
    const sent = query === undefined ? {} : { query }
    samples.push({ operation: response.ok ? name : "error", ...request, ...sent, answer })
    return { answer, request, ok: response.ok }
  }
  const ask: Ask = async (name, given) => {
    const { answer, request, ok } = await send(name, given)
    if (!ok) throw new Error(`${name}: ${JSON.stringify(answer)}`)
    examples[name] ??= { ...request, answer }
    return answer
  }
  const example: ExampleShop = {
    ...happenings(opened),
    ask,
    refused: async (name, given) => (await send(name, given)).answer
  }
  await takeSteps(example)
  for (const { id } of await shop.routing.listMids()) {
    await shop.routing.updateMid(id, { methods: ["card", "wallet", "apm"] })
  }
  await takeMoreSteps(example)
  await payloom.close()
  const taken = { examples, samples }
  return JSON.parse(
    JSON.stringify(taken, (key, value) => (key === "ciphertext" ? ciphertext : value))
  ) as Taken
}

/** Returns the things that the examples make happen in their shop. */
const happenings = ({
  box,
  clock,
  payloom,
  shop,
  template,
  publishable
}: Opened): Omit<ExampleShop, "ask" | "refused"> => {
  const report = (attempts: unknown, news: BankDisputeNotification): Promise<string> => {
    const disputing = box.dispute({ attempts: attempts as never }, { reason: "13.1", ...news })
    return Effect.runPromise(Effect.provideService(disputing, Clock.Clock, clock))
  }
  return {
    publishableKey: publishable,
    template,
    inAnHour: new Date(now + 3_600_000).toISOString(),
    encryptCard: (card = "approved") => box.encryptCard(card),
    work: async () => {
      while ((await payloom.runDue()) > 0);
    },
    wait: (ms) => clock.advance(ms),
    declineNext: (charges) => {
      for (let at = 0; at < charges; at++) box.script.charge(chargeThat.isDeclined("nsf"))
    },
    refuseNext: (change) => box.script[change](modificationThat.fails("not_allowed")),
    route: async () => {
      const mids = await shop.routing.listMids()
      const [first, second] = mids.map(({ id }) => ({ mid: id, weight: 0 }))
      if (first === undefined || second === undefined) throw new Error("Two accounts are needed.")
      const targets = [first, second] as const
      await shop.routing.setRules([
        { name: "In this order", conditions: {}, order: "listed", targets }
      ])
    },
    dispute: async (attempts, outcome) => {
      const reference = await report(attempts, { evidenceDueBy: now + 14 * dayMs })
      await box.notify(payloom)
      if (outcome === undefined) return
      await report(attempts, { dispute: reference, stage: outcome })
      await box.notify(payloom)
    }
  }
}

type Opened = Awaited<ReturnType<typeof openShop>>

/** Opens the shop of the examples, with a template of the payer's page. */
const openShop = async () => {
  const box = sandbox()
  const clock = manualClock(now)
  const payloom = await Payloom.make({
    ...box.setup,
    storage: memory(),
    entropy: Entropy.seeded("examples"),
    workers: false,
    clock,
    options: { hostedPage: "https://pay.shop.example" }
  })
  const shop = await box.openShop(payloom, { displayName: "Blumen Berg" })
  await payloom.tenants.updateAccount(shop.scope, { returnOrigins: ["https://shop.example"] })
  const { secret } = await payloom.tenants.createApiKey(shop.scope, "secret")
  const { secret: publishable } = await payloom.tenants.createApiKey(shop.scope, "publishable")
  const boxes = {
    header: "plain",
    summary: "raised",
    methods: "outlined",
    footer: "plain"
  } as const
  const { id: template } = await shop.templates.create({ name: "Autumn", layout: { boxes } })
  await shop.templates.publish(template)
  const handler = createHandler(payloom)
  return { box, clock, payloom, shop, template, secret, publishable, handler }
}

const routeOf = (name: string): readonly [method: string, path: string] => {
  const operations = [...coreParts.routes, ...payerOperationsOf(coreParts)]
  const found = operations.find((operation) => operation.name === name)
  if (found === undefined) throw new Error(`There is no operation ${name}.`)
  return [found.method, found.path]
}
