import { randomUUID } from "node:crypto"
import {
  type Merchant,
  Payloom,
  type PayloomSetup,
  type Scope,
  type WebhookRequest
} from "@payloom/core"
import { type CardToEncrypt, memory, type Sandbox, sandbox } from "@payloom/testkit"
import { Effect } from "effect"
import type { Console, ConsoleLog, ConsoleOptions } from "../ConsoleOptions.ts"
import type { ConsoleUser } from "../ConsoleUser.ts"
import { createConsole } from "../createConsole.ts"
import { tokenHeader } from "../frame/sameOrigin.ts"

/** A console on an engine with one merchant. No job in the engine runs by itself. */
export interface OpenConsole {
  readonly payloom: Payloom
  readonly box: Sandbox
  readonly merchant: Merchant
  readonly handler: Console
  readonly logs: ReadonlyArray<ConsoleLog>
  /** The receiver of all webhooks. It answers with its status. */
  readonly receiver: { status: number; readonly got: Array<WebhookRequest> }
  /** The path of the merchant's data, below the base path. */
  readonly data: string
  /** Signs another person in. Null signs everybody out. */
  readonly signIn: (user: Partial<ConsoleUser> | null) => void
  /** Gets a path below the base path, as the page does. */
  readonly get: (path: string, headers?: Readonly<Record<string, string>>) => Promise<Response>
  readonly json: (path: string) => Promise<Readonly<Record<string, unknown>>>
  /** Does something, as the page does. */
  readonly act: (
    name: string,
    body: object,
    headers?: Readonly<Record<string, string | null>>
  ) => Promise<Response>
  /** Does something by a body that is sent as it is. */
  readonly actText: (
    name: string,
    body: BodyInit,
    headers?: Readonly<Record<string, string | null>>
  ) => Promise<Response>
  /** Does something for another merchant. */
  readonly actIn: (scope: Scope, name: string, body: object) => Promise<Response>
  /** Makes a payment of 12.50 EUR with a test card. Returns its id. */
  readonly pay: (card: CardToEncrypt, fields?: object) => Promise<string>
  /** Runs due jobs until none is left. */
  readonly work: () => Promise<void>
  readonly close: () => Promise<void>
}

const origin = "https://shop.example"
const base = "/console"
const token = "t".repeat(43)

/** The person who is signed in first. */
const demo: ConsoleUser = { id: "user_1", name: "Ada", role: "admin" }

interface OpenConsoleOptions extends Partial<ConsoleOptions> {
  readonly storage?: PayloomSetup<unknown>["storage"]
  readonly isReporting?: boolean
  readonly environment?: "test" | "both"
}

/** Opens a console on memory or another storage, and if asked with lists and search. */
export const openConsole = async ({
  isReporting = false,
  environment = "test",
  storage = memory(),
  ...options
}: OpenConsoleOptions = {}): Promise<OpenConsole> => {
  const box = sandbox({ providers: [{ environment }] })
  const receiver: OpenConsole["receiver"] = { status: 200, got: [] }
  const payloom = await Payloom.make({
    ...box.setup,
    storage,
    webhooks: {
      refusal: () => Effect.succeed(null),
      send: (request) =>
        Effect.sync(() => {
          receiver.got.push(request)
          return { _tag: "Answered", status: receiver.status, excerpt: "the answer" }
        })
    },
    workers: false,
    onLog: () => {}, // consumers and providers of tests fail on purpose
    options: { providerTimeoutMs: 1000 }
  })
  const merchant = await box.openShop(payloom)
  if (isReporting) await payloom.reporting.run()
  let user: Partial<ConsoleUser> | null = demo
  const logs: Array<ConsoleLog> = []
  const handler = createConsole(payloom, {
    basePath: base,
    authenticate: () => user as ConsoleUser | null,
    onRequest: (log) => logs.push(log),
    ...options
  })
  const get: OpenConsole["get"] = (path, headers = {}) =>
    handler(new Request(`${origin}${base}${path}`, { headers }))
  const data = `/api/${merchant.scope.tenant}/${merchant.scope.mode}`
  const actAt = actorOn(handler)
  return {
    ...{ payloom, box, merchant, handler, logs, receiver, data, get },
    signIn: (given) => {
      user = given === null ? null : { ...demo, ...given }
    },
    json: async (path) => (await get(path)).json() as Promise<Readonly<Record<string, unknown>>>,
    act: (name, body, headers) => actAt(data, name, textOf(body), headers),
    actText: (name, body, headers) => actAt(data, name, body, headers),
    actIn: ({ tenant, mode }, name, body) => actAt(`/api/${tenant}/${mode}`, name, textOf(body)),
    pay: async (card, fields = {}) => {
      const { id } = await merchant.payments.create(
        {
          amount: 1250n,
          currency: "EUR",
          type: "one_off",
          paymentInstrument: await box.saveCard(merchant, card),
          ...fields
        },
        { idempotencyKey: randomUUID() }
      )
      return id
    },
    work: async () => {
      while ((await payloom.runDue()) > 0);
    },
    close: async () => {
      handler.close()
      await payloom.close()
    }
  }
}

/** Returns the body of an act, with a key of its own unless it has one. */
const textOf = (body: object): string => JSON.stringify({ idempotencyKey: randomUUID(), ...body })

/** Returns a function that does something as the page does. */
const actorOn =
  (handler: Console) =>
  (
    path: string,
    name: string,
    body: BodyInit,
    headers: Readonly<Record<string, string | null>> = {}
  ) => {
    const usual = {
      "Content-Type": "application/json",
      "Sec-Fetch-Site": "same-origin",
      Origin: origin,
      Cookie: `__Host-payloom-console=${token}`,
      [tokenHeader]: token
    }
    const sent = Object.entries({ ...usual, ...headers }).filter(([, value]) => value !== null)
    return handler(
      new Request(`${origin}${base}${path}/acts/${name}`, {
        method: "POST",
        headers: sent as Array<[string, string]>,
        body,
        ...(typeof body === "string" ? {} : { duplex: "half" })
      } as RequestInit)
    )
  }
