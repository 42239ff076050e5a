import { type Collection, isEngineError, type Row } from "@payloom/core"
import type { ModuleHarness, ModuleLife } from "@payloom/testkit"
import { Effect } from "effect"
import { CreditExhausted } from "../storeCredit/events.ts"
import { Reservations, Wallets } from "../storeCredit/rows.ts"
import { storeCredit } from "../storeCredit/storeCredit.ts"

type Life = ModuleLife<typeof storeCredit>
type Step = ModuleHarness<typeof storeCredit>["steps"][number]

const minuteMs = 60_000
const hourMs = 60 * minuteMs
const dayMs = 86_400_000
const currency = "EUR"

/** Makes the customer of the life once, and returns the id. */
const customerOf = async ({ shop, notes }: Life): Promise<string> => {
  const noted = notes.get("customer")
  if (noted !== undefined) return noted
  const { id } = await shop.customers.create({ name: "Ada" }, { idempotencyKey: "customer" })
  notes.set("customer", id)
  return id
}

const reserve = async (life: Life, amount: bigint, idempotencyKey: string) => {
  const customer = await customerOf(life)
  return life.shop.storeCredit.reserve({ customer, amount, currency }, { idempotencyKey })
}

/** Creates a session with a reservation. Only the first answer has its token, so it is noted. */
const openSession = async (life: Life, reservation: string): Promise<string> => {
  const tries = life.notes.get("sessions") ?? "1"
  const { sessionToken = null } = await life.shop.checkout.create(
    {
      amount: 1700n,
      currency,
      customer: await customerOf(life),
      metadata: { store_credit: reservation }
    },
    { idempotencyKey: `session ${tries}` }
  )
  if (sessionToken !== null) life.notes.set("token", sessionToken)
  // The process beside this one may have got the token, and notes it at once.
  for (let turn = 0; turn < 10 && !life.notes.has("token"); turn++) {
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
  const token = life.notes.get("token")
  if (token !== undefined) return token
  // The process died before it got the answer, so nobody can pay that session.
  life.notes.set("sessions", `${tries}1`)
  return openSession(life, reservation)
}

/** Pays a session. A charge that was cut off is looked up by a job, and then the payer retries. */
const pay = async (life: Life, sessionToken: string): Promise<void> => {
  const { payloom, shop, box } = life
  const { secret } = await payloom.tenants.createApiKey(shop.scope, "publishable")
  const payer = payloom.payer({ publishableKey: secret, sessionToken })
  for (let tries = 0; tries < 10; tries++) {
    const card = { ciphertext: await box.encryptCard("approved") }
    const paid = await payer.confirm({ method: "card", card }).catch(tagOf)
    if (paid === "SessionAlreadySucceeded") return
    if (typeof paid === "object" && paid.status === "succeeded") return
    await life.elapse(hourMs)
  }
}

/** Returns the tag of a refusal that another process or an unfinished charge is the reason of. */
const tagOf = (error: unknown): string => {
  if (isEngineError(error) && error._tag.startsWith("Session")) return error._tag
  throw error
}

const savesCard: Step = {
  name: "a customer saves a card",
  run: async (life) => {
    const card = await life.box.saveCard(life.shop, "approved", await customerOf(life))
    life.notes.set("card", card)
  }
}

const earns: Step = {
  name: "a payment of 100.00 earns 5.00",
  run: async (life) => {
    const paymentInstrument = life.notes.get("card") ?? ""
    const input = { amount: 10_000n, currency, type: "one_off", paymentInstrument } as const
    await life.shop.payments.create(input, { idempotencyKey: "payment" })
    // If the follower failed, a job follows.
    await life.elapse(minuteMs)
  }
}

const reserves: Step = {
  name: "3.00 are reserved for a checkout",
  run: async (life) => {
    life.notes.set("reservation", (await reserve(life, 300n, "spent")).id)
  }
}

const spends: Step = {
  name: "a session for the rest of the price spends them",
  run: async (life) => {
    await pay(life, await openSession(life, life.notes.get("reservation") ?? ""))
    await life.elapse(minuteMs)
  }
}

const refuses: Step = {
  name: "more than there is can't be reserved",
  run: async (life) => {
    const refused = await reserve(life, 10_000n, "too much").catch((error: unknown) => error)
    const isRefused =
      refused instanceof CreditExhausted ||
      (isEngineError(refused) && refused._tag === "IdempotencyKeyInFlight")
    if (!isRefused) throw refused
  }
}

const leaves: Step = {
  name: "1.00 is reserved for a checkout that nobody pays",
  run: (life) => reserve(life, 100n, "unused")
}

const returns: Step = {
  name: "it comes back after two days",
  run: (life) => life.elapse(3 * dayMs)
}

const expires: Step = {
  name: "the rest expires after a month",
  run: (life) => life.elapse(31 * dayMs)
}

const looks: Step = {
  name: "nothing is left",
  run: async (life) => {
    const customer = await customerOf(life)
    const { available } = await life.shop.storeCredit.wallet({ customer, currency })
    if (available !== 0n) throw new Error(`${available} is left after a month.`)
    const { data } = await life.shop.storeCredit.reservations()
    const held = data.filter(({ status }) => status === "held")
    if (held.length > 0) throw new Error(`${held.length} reservations are held after a month.`)
  }
}

/** The credit in wallets and reservations is what the ledger says is outstanding. */
const findings = async ({ payloom, shop }: Life): Promise<ReadonlyArray<string>> => {
  const rowsOf = async <R extends Row>(of: Collection<R>) => {
    const query = { order: "asc", limit: 100 } as const
    const page = payloom.services.storage.page(shop.scope, of, query)
    return (await Effect.runPromise(page)).map(({ row }) => row)
  }
  const held = (await rowsOf(Reservations)).filter(({ status }) => status === "held")
  const credit = [
    ...(await rowsOf(Wallets)).map(({ available }) => available),
    ...held.map(({ amount }) => amount)
  ].reduce((sum, amount) => sum + amount, 0n)
  const booked = (await shop.ledger.trialBalance())
    .filter(({ account }) => account === "store_credit.outstanding")
    .reduce((sum, { balance }) => sum - balance, 0n)
  return credit === booked ? [] : [`The wallets hold ${credit}, and the ledger says ${booked}.`]
}

/** The life of a customer's credit, on a storage. */
export const creditHarness = (
  open: ModuleHarness<typeof storeCredit>["open"],
  disturbances?: number
): ModuleHarness<typeof storeCredit> => ({
  module: storeCredit,
  open,
  steps: [savesCard, earns, reserves, spends, refuses, leaves, returns, expires, looks],
  findings,
  ...(disturbances === undefined ? {} : { disturbances })
})
