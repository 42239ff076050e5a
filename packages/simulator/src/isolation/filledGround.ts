import type { Scope } from "@payloom/core"
import { newCoverage } from "../coverage/Coverage.ts"
import { type Ground, type GroundChanges, openGround, type Watching } from "../ground/openGround.ts"
import { openMode, shopOrigin, type Tenant } from "../ground/openTenants.ts"
import type { Call, World } from "../history/History.ts"
import { allSketches, type Sketch } from "../history/recipes.ts"
import { encryptCards } from "../operations/cards.ts"
import { letPass } from "../run/passTime.ts"
import { newRunLog } from "../run/RunLog.ts"
import { sendCalls } from "../run/sendCalls.ts"

const world: World = {
  startsAt: "2026-01-31T12:00:00.000Z",
  processes: 1,
  tenants: 2,
  provider: "usual",
  refusesAnAccount: false,
  dunningExhausted: "terminate",
  interleaves: false,
  consumes: false,
  works: false,
  nextRelease: null
}

/** A longer time passes once, because renewals take real time. */
const longestPassMs = 2 * 86_400_000

/** A ground whose merchants have rows of all kinds. */
export interface FilledGround extends Ground {
  /** The id of a customer of each merchant, in the order of the merchants. */
  readonly payers: ReadonlyArray<string>
}

/**
 * Opens a store with two merchants who have rows of all kinds, and the first one in live mode too.
 * The merchants are 0, 1, and 2 for the live mode.
 */
export const filledGround = async (
  seed: string,
  onChanges: Watching["onChanges"],
  changes: GroundChanges
): Promise<FilledGround> => {
  const opened = await openGround(
    { seed, world, steps: [] },
    { onChanges, onCommit: () => undefined },
    changes
  )
  const { observer, tenants, clock } = opened
  const live = await openMode(opened.box, observer.payloom, world, 0, "live")
  const ground: Ground = { ...opened, tenants: [...tenants, live] }
  await encryptCards(ground.box.encryptCard)
  const log = { ...newRunLog(), coverage: newCoverage() }
  let months = 0
  for (const [place, sketch] of allSketches.entries()) {
    const isLong = "passMs" in sketch && sketch.passMs > longestPassMs
    if (isLong) months += 1
    if (isLong && months > 1) continue
    for (const tenant of [0, 1, 2]) await take(ground, log, sketch, tenant)
    // Everything is in the store early, and later steps find what earlier ones left.
    if (place % 10 === 9) await letPass(ground, log, { ms: 1000, idle: false })
  }
  await clock.until(ground.box.notify(observer.payloom))
  const payers: Array<string> = []
  for (const [place, tenant] of ground.tenants.entries()) {
    payers.push(await clock.until(mark(ground, tenant, place)))
  }
  await clock.until(observer.payloom.reporting.catchUp())
  return { ...ground, payers }
}

const interval = { unit: "month", count: 1 } as const

/**
 * Gives a merchant a customer, a plan, payments and a subscription, with texts and amounts that no
 * other merchant has. Returns the id of the customer.
 */
const mark = async (
  { observer, box }: Ground,
  { scope }: Tenant,
  place: number
): Promise<string> => {
  const merchant = observer.payloom.merchant(scope)
  const key = (what: string) => ({ idempotencyKey: `mark ${place} ${what}` })
  const name = `Merchant${place}0000 Person`
  const price = { amount: 7_654_321n + BigInt(place), currency: "EUR" } as const
  const metadata = { order: `order-${place}0000` }
  const person = { name, email: `person-${place}0000@shop.example`, metadata }
  const { id: customer } = await merchant.customers.create(person, key("customer"))
  const paymentInstrument = await box.saveCard(merchant, "approved", customer)
  await box.saveCard(merchant, "approved", customer)
  const terms = { customer, paymentInstrument, metadata, ...price }
  for (const times of [1, 2]) {
    await merchant.plans.create({ name, ...price, interval }, key(`plan ${times}`))
    await merchant.subscriptions.create({ ...terms, interval }, key(`subscription ${times}`))
    await merchant.payments.create({ ...terms, type: "one_off" }, key(`payment ${times}`))
  }
  // Accounts have the same settings in both modes.
  const returnOrigins = [shopOrigin, originOf(scope)]
  await observer.payloom.tenants.updateAccount(scope, { returnOrigins })
  return customer
}

/** Returns an origin that only this merchant allows. */
export const originOf = ({ tenant }: Scope): string =>
  `https://shop-${tenant.slice(-10).toLowerCase()}.example`

const allow = [
  "payment_instruments",
  "cancel",
  "cancel_now",
  "pause",
  "pay_overdue",
  "receipts"
] as const

/** Opens a checkout session and a portal session for the payer of each merchant. */
export const openSessions = async ({
  observer,
  clock,
  tenants,
  payers
}: FilledGround): Promise<void> => {
  for (const [place, { scope, tokens }] of tenants.entries()) {
    const merchant = observer.payloom.merchant(scope)
    const customer = payers[place] ?? ""
    opened += 1
    const key = (what: string) => ({ idempotencyKey: `open ${opened} ${what}` })
    const order = { amount: 7_654_321n + BigInt(place), currency: "EUR", customer } as const
    const open = async () => [
      { kind: "checkout", token: await tokenOf(merchant.checkout.create(order, key("checkout"))) },
      {
        kind: "portal",
        token: await tokenOf(merchant.portalSessions.create({ customer, allow }, key("portal")))
      }
    ]
    // Two old sessions stay, which have ended.
    const made = (await clock.until(open())) as Tenant["tokens"]
    tokens.splice(0, tokens.length, ...made, ...tokens.slice(-2))
  }
}

let opened = 0

const tokenOf = async (session: Promise<{ readonly sessionToken?: string }>): Promise<string> =>
  (await session).sessionToken ?? ""

const take = async (
  ground: Ground,
  log: ReturnType<typeof newRunLog>,
  sketch: Sketch,
  tenant: number
): Promise<void> => {
  if (!("call" in sketch)) {
    if (tenant === 0) await letPass(ground, log, { ms: sketch.passMs, idle: false })
    return
  }
  const call: Call = {
    _tag: "Call",
    operation: sketch.call,
    process: 0,
    tenant,
    draws: sketch.draws,
    key: null,
    repeats: 0
  }
  await sendCalls(ground, log, [call])
}
