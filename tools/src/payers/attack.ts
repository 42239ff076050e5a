import { Effect } from "effect"
import { drawOf } from "../fuzz/Draw.ts"
import { brokenRules, differences, type PayerAnswer } from "./answerRules.ts"
import { attacks, type PayerRequest } from "./attacks.ts"
import type { OpenedSession, PayerShop, PortalIds } from "./PayerShop.ts"

/** The options of a run. */
export interface AttackOptions {
  /** The number of attacks. Each is one request or several at once. */
  readonly attacks: number
  readonly seed: string
  readonly send: (request: PayerRequest) => Promise<PayerAnswer>
  readonly onProgress?: (done: number) => void
}

/** The result of a run. */
export interface Attacked {
  readonly attacks: number
  readonly requests: number
  readonly byStatus: Readonly<Record<string, number>>
  readonly byAttack: Readonly<Record<string, number>>
  readonly sessions: number
  readonly succeededSessions: number
  readonly findings: ReadonlyArray<string>
}

const mostFindings = 20

/** The number of open sessions that the attacker knows. Older ones are forgotten. */
const mostSessions = 6

/**
 * Attacks a shop with the tokens of its payers, and checks each answer. In the end it reads as the
 * merchant: each session was paid at most once and with its amount, and the victim has everything
 * as before.
 */
export const attack = async (shop: PayerShop, options: AttackOptions): Promise<Attacked> => {
  const before = await everythingOf(shop, shop.victim)
  const opened: Array<OpenedSession> = []
  const challenges: Array<string> = []
  const findings: Array<string> = []
  const byStatus: Record<string, number> = {}
  const byAttack: Record<string, number> = {}
  let requests = 0
  const send = async (request: PayerRequest) => {
    requests += 1
    const answer = await options.send(request)
    byStatus[answer.status] = (byStatus[answer.status] ?? 0) + 1
    const challenge = /"session":"(threeds_[0-9A-Z]{26})"/.exec(answer.text)?.[1]
    if (challenge !== undefined && !challenges.includes(challenge)) challenges.push(challenge)
    return answer
  }
  for (let nth = 0; nth < options.attacks; nth++) {
    const draw = drawOf(`${options.seed}/${nth}`)
    const found = (sentence: string, { method, path }: PayerRequest) => {
      if (findings.length < mostFindings) findings.push(`${nth} ${method} ${path}: ${sentence}`)
    }
    if (opened.length < 2 || draw.chance(0.25)) opened.push(await shop.openSession(draw.below(5)))
    if (challenges.length > 0 && draw.chance(0.3)) {
      const passed = draw.chance(0.7)
      await Effect.runPromise(shop.answerChallenge(draw.oneOf(challenges), passed))
    }
    const known = { sessions: opened.slice(-mostSessions), challenges: challenges.slice(-9) }
    const name = draw.oneOf(Object.keys(attacks))
    byAttack[name] = (byAttack[name] ?? 0) + 1
    await Promise.all(
      (attacks[name]?.(shop, known, draw) ?? []).map(async (request) => {
        const answer = await send(request)
        for (const sentence of brokenRules(shop, request, answer)) found(sentence, request)
        if (request.like === undefined) return
        const other = await send(request.like)
        for (const sentence of differences(request, answer, request.like, other)) {
          found(sentence, request)
        }
      })
    )
    options.onProgress?.(nth + 1)
  }
  const paid = await paidSessions(shop, opened)
  const after = await everythingOf(shop, shop.victim)
  if (after !== before) findings.push(`the victim had ${before} and has ${after}`)
  return {
    attacks: options.attacks,
    requests,
    byStatus,
    byAttack,
    sessions: opened.length,
    succeededSessions: paid.succeeded,
    findings: [...findings, ...paid.findings]
  }
}

/** Reads what a customer has, in one text. */
const everythingOf = async ({ merchant }: PayerShop, ids: PortalIds): Promise<string> =>
  shown(
    await Promise.all([
      merchant.customers.retrieve(ids.customer),
      ...ids.instruments.map((id) => merchant.paymentInstruments.retrieve(id)),
      ...ids.subscriptions.map((id) => merchant.subscriptions.retrieve(id)),
      ...ids.receipts.map((id) => merchant.payments.retrieve(id))
    ])
  )

const shown = (value: unknown): string =>
  JSON.stringify(value, (_, each) => (typeof each === "bigint" ? String(each) : each))

/** Checks the payments of all sessions. */
const paidSessions = async (
  { merchant }: PayerShop,
  opened: ReadonlyArray<OpenedSession>
): Promise<{ readonly succeeded: number; readonly findings: ReadonlyArray<string> }> => {
  const findings: Array<string> = []
  let succeeded = 0
  for (const { id, amount } of opened) {
    const { status, payment } = await merchant.checkout.retrieve(id)
    if (status === "succeeded") succeeded += 1
    if (payment === null || payment === undefined) continue
    const charged = await merchant.payments.retrieve(payment)
    if (charged.amount === amount && charged.currency === "EUR") continue
    findings.push(`${id} is of ${amount} EUR and was paid ${charged.amount} ${charged.currency}`)
  }
  return { succeeded, findings }
}
