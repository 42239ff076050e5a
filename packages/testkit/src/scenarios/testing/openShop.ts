import {
  type Alert,
  type ChargeRequest,
  EventCollection,
  type EventRecord,
  type LedgerGroup,
  LedgerGroupCollection,
  type LogEntry,
  type Merchant,
  type Payment,
  type Storage
} from "@payloom/core"
import { Clock, Effect } from "effect"
import { auditStorage } from "../../audit/auditStorage.ts"
import { everyRow } from "../../audit/everyRow.ts"
import { type ManualClock, settled } from "../../clock/manualClock.ts"
import type { CardToEncrypt, Sandbox } from "../../sandbox/sandbox.ts"
import { type Ground, openGround, type Process, type ShopOptions, startProcess } from "./ground.ts"

type PaymentInput = Parameters<Merchant["payments"]["create"]>[0]

/** The observations of a shop. */
interface Sights {
  /** Runs an effect on the shop's clock. */
  readonly run: <A, E>(effect: Effect.Effect<A, E>) => Promise<A>
  /** Audits everything. Returns the errors. */
  readonly audit: () => Promise<ReadonlyArray<string>>
  /** Returns the errors of single commits, found when each was made. */
  readonly commitFindings: () => ReadonlyArray<string>
  readonly events: (payment?: string) => Promise<ReadonlyArray<EventRecord>>
  readonly ledger: (payment?: string) => Promise<ReadonlyArray<LedgerGroup>>
  /** Returns the last attempt of a payment. */
  readonly lastAttempt: (payment: Pick<Payment, "attempts">) => string
}

/** The control of time in a shop. */
interface Course {
  /** Lets as much time pass as a promise needs. */
  readonly until: <A>(promise: Promise<A>) => Promise<A>
  /** Lets time pass until the process is dead. */
  readonly untilDead: (unanswered: Promise<unknown>) => Promise<void>
  /** Runs due jobs, and the jobs that become due by them. */
  readonly work: () => Promise<void>
  /** Moves time on from job to job, and runs each when it is due. */
  readonly elapse: (ms: number) => Promise<void>
}

/** The business actions in a shop. */
interface Business {
  /** Saves a card. A test card is saved once for each name. */
  readonly saveCard: (card: CardToEncrypt) => Promise<string>
  /** Charges 12.50 EUR to a card, and lets as much time pass as the answer needs. */
  readonly pay: (
    card: CardToEncrypt,
    fields?: Partial<PaymentInput>,
    key?: string
  ) => Promise<Payment>
  /** Delivers the bank's present notification of a charge, capture, void or refund. */
  readonly notify: (reference: string, mid?: string) => Promise<void>
}

/**
 * A merchant on an engine with memory storage and the sandbox. Time moves only if the test moves
 * it.
 */
export interface Shop extends Sights, Course, Business {
  readonly box: Sandbox
  readonly clock: ManualClock
  readonly storage: Storage["Service"]
  readonly alerts: ReadonlyArray<Alert>
  /** The log entries of the processes. */
  readonly logged: ReadonlyArray<LogEntry>
  /** All charge requests to providers. */
  readonly requests: ReadonlyArray<ChargeRequest>
  /** The reference of every capture, void and refund, for each time that it was sent. */
  readonly sent: ReadonlyArray<string>
  /** The MIDs in the order of their creation. */
  readonly mids: ReadonlyArray<string>
  /** Returns the running process. */
  readonly process: () => Process
  /** Returns the merchant's handle of the running process. */
  readonly shop: () => Merchant
  /** Starts another process on the same storage and bank. */
  readonly start: () => Promise<Process>
  /** Kills the running process and starts another in its place. */
  readonly restart: () => Promise<Process>
}

export const second = 1000
export const minute = 60 * second
export const hour = 60 * minute
export const day = 24 * hour

/** Opens a shop with a primary and a secondary account. */
export const openShop = async (options: ShopOptions = {}): Promise<Shop> => {
  const ground = openGround(options)
  const { box, clock, watched, alerts, logged, requests, sent } = ground
  let running = await startProcess(ground)
  const { scope } = running.merchant
  const mids = (await running.merchant.routing.listMids()).map(({ id }) => id)
  const process = () => running
  const start = () => startProcess(ground, scope)
  const sights = sightsOf(ground, scope)
  return {
    box,
    clock,
    storage: watched.storage,
    alerts,
    logged,
    requests,
    sent,
    mids,
    process,
    shop: () => running.merchant,
    start,
    restart: async () => {
      running.mortal.kill()
      running = await start()
      return running
    },
    ...sights,
    ...courseOf(ground, process),
    ...businessOf(ground, process, sights.run, mids)
  }
}

const sightsOf = ({ box, clock, watched }: Ground, scope: Merchant["scope"]): Sights => {
  const { storage, findings } = watched
  const run: Sights["run"] = (effect) =>
    Effect.runPromise(Effect.provideService(effect, Clock.Clock, clock))
  return {
    run,
    audit: async () => [...findings(), ...(await run(auditStorage({ storage, bank: box.bank })))],
    commitFindings: findings,
    events: async (payment) => {
      const events = await run(everyRow(storage, scope, EventCollection))
      return events.filter(({ data }) => payment === undefined || data.payment_id === payment)
    },
    ledger: async (payment) => {
      const groups = await run(everyRow(storage, scope, LedgerGroupCollection))
      return groups.filter((group) => payment === undefined || group.payment === payment)
    },
    lastAttempt: ({ attempts }) => attempts.at(-1) ?? ""
  }
}

const courseOf = ({ clock }: Ground, process: () => Process): Course => {
  const work = async () => {
    while ((await clock.until(process().payloom.runDue())) > 0);
  }
  return {
    until: clock.until,
    untilDead: async (unanswered) => {
      unanswered.catch(() => undefined)
      await settled()
      for (let turn = 0; turn < 100 && !process().mortal.isDead(); turn++) {
        await clock.advance(second)
      }
      if (!process().mortal.isDead()) throw new Error("The process lives on.")
    },
    work,
    elapse: (ms) => clock.elapse(ms, process().payloom)
  }
}

const ciphertexts = new Map<CardToEncrypt, string>()

/**
 * Encrypts a card with the card field once, because that takes real time, which no clock shows.
 */
export const encrypted = async (box: Sandbox, card: CardToEncrypt): Promise<string> => {
  const ciphertext = ciphertexts.get(card) ?? (await box.encryptCard(card))
  ciphertexts.set(card, ciphertext)
  return ciphertext
}

const businessOf = (
  { box, clock }: Ground,
  process: () => Process,
  run: Sights["run"],
  mids: ReadonlyArray<string>
): Business => {
  const saved = new Map<CardToEncrypt, string>()
  let keys = 0
  const saveCard: Business["saveCard"] = async (card) => {
    const ciphertext = await encrypted(box, card)
    const id = saved.get(card) ?? (await process().merchant.cards.save({ ciphertext })).id
    saved.set(card, id)
    return id
  }
  return {
    saveCard,
    pay: async (card, fields = {}, key) => {
      keys += 1
      const ownKey = `key ${keys}`
      const paymentInstrument = await saveCard(card)
      const input = { amount: 1250n, currency: "EUR", type: "one_off", paymentInstrument } as const
      const idempotencyKey = key ?? ownKey
      return clock.until(
        process().merchant.payments.create({ ...input, ...fields }, { idempotencyKey })
      )
    },
    notify: async (reference, mid = mids[0] ?? "") => {
      const { charge, modification } = box.notifications
      const isCharge = reference.startsWith("attempt")
      const raw = await run(isCharge ? charge(reference) : modification(reference))
      const { background } = process().payloom.services
      await clock.until(Effect.runPromise(background.receiveNotification(mid, raw)))
    }
  }
}
