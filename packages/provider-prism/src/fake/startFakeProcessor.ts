import { createHash } from "node:crypto"
import {
  type FakeFaults,
  type FakeWebhooks,
  fakeFaults,
  fakeWebhooks,
  onLoopback,
  type SignedEvent,
  seededRandom
} from "@payloom/testkit/fake-provider"
import { type AccountOf, type ProcessorName, processorNamed } from "../processors/processors.ts"
import { codecs } from "./codecs.ts"
import {
  type FakeBooks,
  type FakeEvent,
  type FakeModification,
  type FakePayment,
  fakeBooks
} from "./FakeBooks.ts"
import type { FakeCodec } from "./FakeCodec.ts"
import { fakeServer } from "./fakeServer.ts"

/** The options of a fake. */
export interface FakeProcessorOptions<Name extends ProcessorName> {
  /** The processor that the fake imitates. */
  readonly processor: Name
  /** The seed of the keys and of the random faults. The same seed gives the same ones. */
  readonly seed?: string
  /** Returns the time in milliseconds since the epoch. The default is this machine's clock. */
  readonly now?: () => number
  /** The port that the fake listens on. The default is any free port. */
  readonly port?: number
  /** The hours for which a repeat is recognized. The default is 24. */
  readonly remembersForHours?: number
}

/** A fake of one processor on this machine. */
export interface FakeProcessor<Name extends ProcessorName> {
  /** The address for the connector's `url`. */
  readonly url: string
  /** Returns the account of that name, and creates it at the first call. The default is `main`. */
  readonly account: (name?: string) => AccountOf<Name>
  /** Revokes an account's keys. */
  readonly revoke: (name: string) => void
  /** Returns the payments under the engine's reference or the processor's, the oldest first. */
  readonly payments: (reference: string) => ReadonlyArray<FakePayment>
  /** Returns every payment, the oldest first. */
  readonly allPayments: () => ReadonlyArray<FakePayment>
  /** Returns the captures, voids and refunds under a reference, and their failed ones. */
  readonly modifications: (reference: string) => ReadonlyArray<FakeModification>
  /** Returns the captured amounts less the refunded ones, by currency, in minor units. */
  readonly totals: () => Readonly<Record<string, bigint>>
  /** Approves or refuses a waiting payment for its payer. */
  readonly payerAnswers: (reference: string, approves: boolean) => void
  /** Takes the capture of a payment back. */
  readonly returnCapture: (reference: string) => void
  /** The webhooks. */
  readonly events: Pick<FakeWebhooks<FakeEvent>, "setFaults" | "met" | "idle"> & {
    /** Returns all events of an account, the oldest first. */
    readonly all: (name?: string) => ReadonlyArray<FakeEvent>
    /** Sends an account's webhooks to this address from now on. Null sends them nowhere. */
    readonly sendTo: (url: string | null, name?: string) => void
    /** Returns the webhook of an event, signed at a time. Null if the processor sends none. */
    readonly sign: (event: FakeEvent, at?: number, name?: string) => SignedEvent | null
  }
  /** Delays, drops or breaks calls: the next one, or calls at random. */
  readonly faults: FakeFaults
  /** Stops the server and the webhooks. */
  readonly close: () => Promise<void>
}

const usual = "main"
const hourMs = 3_600_000

/**
 * Starts a fake of a processor on this machine. It has charges, captures, voids, refunds and
 * look-ups with state, recognizes repeats, and posts signed webhooks. Its answers have the form of
 * the processor's documents. The sandbox's test cards are declined, wait, or ask the payer.
 * It checks only what the connector depends on, and has no rate limits or fees.
 *
 * @example
 * ```ts
 * const fake = await startFakeProcessor({ processor: "checkout" })
 * const { url, account: accountOf } = fake
 * const provider = prism({ processor: "checkout", url, accountOf, relay: sandbox().relay })
 * ```
 */
export const startFakeProcessor = async <Name extends ProcessorName>(
  options: FakeProcessorOptions<Name>
): Promise<FakeProcessor<Name>> => {
  const { seed = "fake", now = Date.now, remembersForHours = 24 } = options
  processorNamed(options.processor)
  const codec = codecs[options.processor] as unknown as FakeCodec<AccountOf<Name>>
  const random = seededRandom(seed)
  const faults = fakeFaults(random)
  const keys = new Map<string, string>()
  const revoked = new Set<string>()
  const account = (name: string = usual): AccountOf<Name> => {
    const made = codec.account(name, (use) =>
      createHash("sha256").update(`${seed} ${name} ${use}`).digest("hex")
    )
    keys.set(codec.keyOf(made), name)
    return made
  }
  const sign = (event: FakeEvent, at = now(), name = usual) => codec.sign(account(name), event, at)
  const webhooks = fakeWebhooks<FakeEvent>({
    sign: (name, event) => sign(event, now(), name) ?? { headers: {}, body: "" },
    random
  })
  const sendEvent = (event: FakeEvent): void => {
    if (sign(event, now(), event.payment.account) !== null) {
      webhooks.send(event.payment.account, event)
    }
  }
  const books = fakeBooks({ now, idOf: codec.idOf, sendEvent })
  const server = fakeServer({
    codec: codec as unknown as FakeCodec<never>,
    books,
    faults,
    origin: () => url,
    now,
    accountOf: (key) => {
      const name = keys.get(key) ?? null
      return name === null || revoked.has(name) ? null : name
    },
    beforeAnswer: webhooks.beforeAnswer,
    remembersMs: remembersForHours * hourMs
  })
  const { url, close } = await onLoopback(server, options.port)
  return {
    url,
    account,
    revoke: (name) => void revoked.add(name),
    ...viewOf(books),
    events: {
      setFaults: webhooks.setFaults,
      met: webhooks.met,
      idle: webhooks.idle,
      all: (name = usual) => webhooks.all(name),
      sendTo: (to, name = usual) => webhooks.sendTo(name, to),
      sign
    },
    faults,
    close: async () => {
      webhooks.close()
      await close()
    }
  }
}

const viewOf = (books: FakeBooks) => {
  const payments = (reference: string): ReadonlyArray<FakePayment> =>
    [...books.payments.values()].filter(
      (each) => each.reference === reference || each.id === reference
    )
  const one = (reference: string): FakePayment => {
    const [payment] = payments(reference)
    if (payment === undefined) throw new Error(`There is no payment ${reference}.`)
    return payment
  }
  return {
    payments,
    allPayments: () => [...books.payments.values()],
    modifications: (reference: string) =>
      books.modifications.filter((each) => each.reference === reference),
    totals: () => {
      const totals: Record<string, bigint> = {}
      for (const { currency, captured, refunded } of books.payments.values()) {
        totals[currency] = (totals[currency] ?? 0n) + captured - refunded
      }
      return totals
    },
    payerAnswers: (reference: string, approves: boolean) => books.decide(one(reference), approves),
    returnCapture: (reference: string) => books.returnCapture(one(reference))
  }
}
