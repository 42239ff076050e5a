import { audit as auditRows } from "@payloom/auditor"
import { AttemptCollection, type Payloom, PaymentCollection } from "@payloom/core"
import type { Client } from "@payloom/example-kit/client"
import { everyRow, type Sandbox, sandboxBooks, storedRows } from "@payloom/testkit"
import { Clock, Effect } from "effect"
import type { PaidSession } from "./buying.ts"
import type { Shop } from "./shop.ts"

/** The result of an audit. */
export interface Audit {
  /** The number of answers that differ when their requests are repeated. */
  readonly lost: number
  /** The number of orders that were paid more than once. */
  readonly doubled: number
  /** At most twenty findings, a sentence each. */
  readonly findings: ReadonlyArray<string>
}

/** The data to audit, after all work has settled. */
export interface Judged {
  readonly payloom: Payloom
  readonly box: Sandbox
  readonly shop: Shop
  readonly client: Client
  readonly sessions: ReadonlyArray<PaidSession>
  /** Errors that servers reported and that must never happen. */
  readonly wrong: ReadonlyArray<string>
}

/**
 * Compares the stored rows and the bank's charges with the answers that clients got. Each answer
 * must be repeated word for word, and each order paid at most once. The auditor, which shares no
 * code with the engine, must find no error in the rows.
 */
export const audit = async (judged: Judged): Promise<Audit> => {
  const lost = await lostAnswers(judged)
  const doubled = await doubledOrders(judged)
  const findings = [
    ...lost,
    ...doubled,
    ...judged.wrong,
    ...(await judged.box.audit(judged.payloom)),
    ...(await wrongRows(judged))
  ]
  return { lost: lost.length, doubled: doubled.length, findings: findings.slice(0, 20) }
}

const patienceMs = 10_000

/** Removes a session's token from an answer, because it is shown only once. */
export const shownAgain = (text: string): string => {
  const { session_token: _token, url: _url, ...rest } = JSON.parse(text)
  return JSON.stringify(rest)
}

const lostAnswers = async ({ client, sessions }: Judged): Promise<ReadonlyArray<string>> => {
  const wrong: Array<string> = []
  for (const { reply, ...request } of client.acknowledged) {
    const again = await eventually(() => client.send(request))
    const isSame =
      again?.isReplay === true &&
      (again.text === reply.text || again.text === shownAgain(reply.text))
    if (!isSame)
      wrong.push(
        `${request.path} under ${request.key} was answered ${reply.text}, now ${again?.text}`
      )
  }
  for (const { headers, reply } of sessions) {
    const again = await eventually(() => client.sendAs(headers, "/session/status"))
    if (again?.text !== reply.text)
      wrong.push(`a payer's request was answered ${reply.text}, now ${again?.text}`)
  }
  return wrong
}

const eventually = async <A>(ask: () => Promise<A | null>): Promise<A | null> => {
  const giveUpAt = performance.now() + patienceMs
  for (;;) {
    const answer = await ask()
    if (answer !== null || performance.now() > giveUpAt) return answer
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}

const doubledOrders = async ({ payloom, box, shop }: Judged): Promise<ReadonlyArray<string>> => {
  const { storage } = payloom.services
  const { scope } = shop.merchant
  const [payments, attempts, charges] = await Effect.runPromise(
    Effect.all([
      everyRow(storage, scope, PaymentCollection),
      everyRow(storage, scope, AttemptCollection),
      box.bank.charges()
    ])
  )
  const captured = Map.groupBy(charges, ({ reference }) => reference)
  const attemptsOf = Map.groupBy(attempts, ({ payment }) => payment)
  const byOrder = Map.groupBy(
    payments.filter(({ metadata }) => metadata.order !== undefined),
    ({ metadata }) => metadata.order
  )
  return [...byOrder].flatMap(([order, own]) => {
    const timesTaken = own
      .flatMap(({ id }) => attemptsOf.get(id) ?? [])
      .flatMap(({ id }) => captured.get(id) ?? [])
      .filter((charge) => charge.captured > 0n && charge.captured > charge.refunded).length
    return own.length > 1 || timesTaken > 1
      ? [`the order ${order} has ${own.length} payments and was charged ${timesTaken} times`]
      : []
  })
}

/** Audits the rows without the engine's code. */
const wrongRows = async ({ payloom, box }: Judged): Promise<ReadonlyArray<string>> => {
  const { storage, clock } = payloom.services
  const [rows, providers] = await Effect.runPromise(
    Effect.provideService(
      Effect.all([
        storedRows(storage),
        sandboxBooks(
          box.bank,
          box.providers.map(({ name }) => name)
        )
      ]),
      Clock.Clock,
      clock
    )
  )
  const now = await Effect.runPromise(clock.currentTimeMillis)
  return auditRows({ rows, providers, now }).map(({ rule, sentence }) => `${rule}: ${sentence}`)
}
