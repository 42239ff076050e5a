import { type ChildProcess, fork } from "node:child_process"
import { join } from "node:path"
import { sqlite } from "@payloom/adapter-sqlite"
import { audit } from "@payloom/auditor"
import { sqliteRows } from "@payloom/auditor/sqlite"
import { Payloom } from "@payloom/core"
import { aheadClock } from "@payloom/example-kit/aheadClock"
import {
  type Sandbox,
  type SandboxShop,
  sandbox,
  sandboxBooks,
  type TestCardName
} from "@payloom/testkit"
import { Clock, Effect } from "effect"
import type { FuzzAnswer } from "./answerFindings.ts"
import type { FuzzTarget } from "./fuzz.ts"
import type { FuzzRequest } from "./requestOf.ts"

/** The files of a fuzzed server. */
export interface FuzzPlaces {
  readonly storage: string
  /** The journal of the sandbox's bank. */
  readonly bank: string
}

/** The shop of a fuzzed server. */
export type FuzzShop = Pick<FuzzTarget, "keys" | "made">

/** A message of a fuzzed server. */
export type ServerReport =
  | ({ readonly url: string; readonly ciphertexts: ReadonlyArray<string> } & FuzzShop)
  | { readonly wrong: string }
  | ServerFigures

/** The figures of a fuzzed server, at its end. */
interface ServerFigures {
  /** How late timers ran, in milliseconds. */
  readonly delays: { readonly p50: number; readonly p99: number; readonly max: number }
  readonly processorSeconds: number
}

const cards: ReadonlyArray<TestCardName> = [
  "approved",
  "insufficient_funds",
  "lost_answer",
  "cascade",
  "approved_mastercard",
  "pending",
  "authentication_required",
  "three_ds_challenge",
  "wrong_amount",
  "capture_fails",
  "refund_pending_fails",
  "refund_reversed"
]

/**
 * Returns a sandbox, its cards, and a function that opens two shops. One has saved cards and a
 * dispute.
 */
export const openFuzzShop = async ({ bank }: Partial<Pick<FuzzPlaces, "bank">>) => {
  const box = sandbox(bank === undefined ? {} : { journal: bank })
  const ciphertexts = await Promise.all(cards.map(box.encryptCard))
  return {
    box,
    ciphertexts,
    openShop: async (payloom: Payloom): Promise<FuzzShop> => {
      const shop = await box.openShop(payloom, { returnOrigins: ["https://shop.example"] })
      const { scope } = shop
      const made: Array<readonly [string, object]> = []
      for (const ciphertext of ciphertexts) {
        const { id, customer } = await shop.cards.save({ ciphertext })
        made.push(["/payment_instruments", { id, customer }])
      }
      made.push(["/disputes", await disputedPayment(box, payloom, shop)])
      const other = await payloom.tenants.create({
        displayName: "Other",
        defaultCurrency: "EUR"
      })
      const keyOf = async (...of: Parameters<typeof payloom.tenants.createApiKey>) =>
        (await payloom.tenants.createApiKey(...of)).secret
      return {
        made,
        keys: {
          secret: await keyOf(scope, "secret"),
          publishable: await keyOf(scope, "publishable"),
          otherSecret: await keyOf({ tenant: other.id, mode: "test" }, "secret")
        }
      }
    }
  }
}

/** Makes a payment and its dispute, and returns the dispute. */
const disputedPayment = async (box: Sandbox, payloom: Payloom, shop: SandboxShop) => {
  const paymentInstrument = await box.saveCard(shop, "approved")
  const { customer } = await shop.paymentInstruments.retrieve(paymentInstrument)
  const payment = await shop.payments.create(
    { type: "one_off", amount: 1250n, currency: "EUR", customer, paymentInstrument },
    { idempotencyKey: "disputed payment" }
  )
  await Effect.runPromise(box.dispute(payment))
  await box.notify(payloom)
  const [dispute] = (await shop.disputes.list()).data
  if (dispute === undefined) throw new Error("The payment has no dispute.")
  return { id: dispute.id }
}

/** A server in a process of its own. */
export interface FuzzServer {
  readonly target: FuzzTarget
  /** Errors in the log of the server. */
  readonly wrong: ReadonlyArray<string>
  /** The number of connections that broke under a request, which was sent again. */
  readonly broken: () => number
  /** Closes the server and returns its figures. */
  readonly stop: () => Promise<ServerFigures>
}

/** Starts a server on a new SQLite file. */
export const startFuzzServer = async (places: FuzzPlaces): Promise<FuzzServer> => {
  const server = fork(join(import.meta.dirname, "server.ts"), [JSON.stringify(places)], {
    execArgv: ["--conditions=source"]
  })
  const wrong: Array<string> = []
  server.on("message", (report: ServerReport) => {
    if ("wrong" in report) wrong.push(report.wrong)
  })
  const begun = await reported(server, (report) => ("url" in report ? report : null))
  const { url, keys, made, ciphertexts } = begun
  const document = await (await fetch(`${url}/openapi.json`)).json()
  let broken = 0
  // The server ends a connection that was idle. A request may be on its way at that moment.
  const send = async (request: FuzzRequest, tries = 1): Promise<FuzzAnswer> => {
    try {
      return await sendTo(url, request)
    } catch (error) {
      broken += 1
      if (server.exitCode !== null || server.signalCode !== null) {
        throw new Error(`The server ended: ${server.signalCode ?? server.exitCode}.`)
      }
      if (Object(error).name === "TimeoutError" || tries === mostTries) throw error
      return send(request, tries + 1)
    }
  }
  return {
    target: { document, keys, made, ciphertexts, send: (request) => send(request) },
    wrong,
    broken: () => broken,
    stop: async () => {
      const figures = reported(server, (report) => ("delays" in report ? report : null))
      const ended = new Promise((resolve) => server.once("exit", resolve))
      server.send("stop")
      const found = await figures
      await ended
      return found
    }
  }
}

const reported = <A>(server: ChildProcess, read: (report: ServerReport) => A | null): Promise<A> =>
  new Promise((resolve, reject) => {
    const onEnd = () => reject(new Error("The fuzzed server ended."))
    server.once("exit", onEnd)
    server.on("message", function listen(report: ServerReport) {
      const found = read(report)
      if (found === null) return
      server.off("message", listen)
      server.off("exit", onEnd)
      resolve(found)
    })
  })

const timeoutMs = 60_000

/** A request whose connection breaks each time breaks it itself. */
const mostTries = 5

const sendTo = async (url: string, request: FuzzRequest): Promise<FuzzAnswer> => {
  const { method, target, body } = request
  const response = await fetch(`${url}${target}`, {
    method,
    headers: sendable(request.headers),
    signal: AbortSignal.timeout(timeoutMs),
    ...(body === null ? {} : { body })
  })
  return { status: response.status, headers: response.headers, text: await response.text() }
}

/** Returns headers that can be sent: `fetch` takes only Latin-1. */
export const sendable = (headers: Readonly<Record<string, string>>) =>
  Object.fromEntries(
    Object.entries(headers).map(([name, text]) => [name, text.replaceAll(/[^\x20-\xff]/g, "")])
  )

/** The time that passes before the audit, so that nothing is in flight, in milliseconds. */
const settlingMs = 1_800_000
const stepMs = 60_000

/** Lets time pass until charges in flight are settled, and audits the rows and the bank. */
export const auditFuzzed = async ({
  storage,
  bank
}: FuzzPlaces): Promise<ReadonlyArray<string>> => {
  const { box } = await openFuzzShop({ bank })
  const clock = aheadClock()
  const payloom = await Payloom.make({
    ...box.setup,
    storage: sqlite(storage),
    workers: false,
    clock
  })
  for (let passed = 0; passed < settlingMs; passed += stepMs) {
    // The bank has notifications of refunds that came back, for example.
    await box.notify(payloom)
    while ((await payloom.runDue()) > 0);
    clock.moveTo(clock.now() + stepMs)
  }
  const names = box.providers.map(({ name }) => name)
  const books = sandboxBooks(box.bank, names)
  const providers = await Effect.runPromise(Effect.provideService(books, Clock.Clock, clock))
  await payloom.close()
  const findings = audit({ rows: sqliteRows(storage), providers, now: clock.now() })
  return findings.map(({ rule, sentence }) => `${rule}: ${sentence}`)
}
