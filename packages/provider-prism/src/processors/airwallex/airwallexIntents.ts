import {
  type ChargeOutcome,
  type ChargeRequest,
  type Fields,
  fieldsIn,
  type HttpFailure,
  isFields
} from "@payloom/core"
import { decimalIn, decimalMoneyIn } from "../../amounts.ts"
import { at, textOf } from "../../fields.ts"
import type { Message, RawAnswer } from "../../library/PrismLibrary.ts"
import { adviceOf } from "../../networkAdvice.ts"
import type { Ask, Decided, Money, Refused } from "../../Processor.ts"

/** The reason with which the connector cancels an intent whose payer would have to act. */
const stepUpReason = "authentication_required"

/** Returns the money that an intent has taken, or null if it can't be read. */
export const takenBy = ({ captured_amount: amount, currency }: Fields): Money | null =>
  decimalMoneyIn(amount, currency)

/** Returns the money that an intent asks for, or null if it can't be read. */
export const askedBy = ({ amount, currency }: Fields): Money | null =>
  decimalMoneyIn(amount, currency)

const read = ({ status, body }: RawAnswer, what: string): Fields => {
  const answer = fieldsIn(body)
  if (status === 200 && answer !== null) return answer
  throw new Error(`Airwallex answered HTTP ${status} for ${what}.`)
}

/** The lists have a page for each number. An order has few intents, and an intent few refunds. */
const mostPages = 50

/** Returns the members of a list of Airwallex's, of all pages. Throws if one can't be read. */
export const listed = async (
  ask: Ask,
  path: string,
  query: Readonly<Record<string, string>>
): Promise<ReadonlyArray<Fields>> => {
  const found: Array<Fields> = []
  for (let page = 0; page < mostPages; page += 1) {
    const search = new URLSearchParams({ ...query, page_num: String(page) })
    const { items, has_more: hasMore } = read(await ask(`${path}?${search}`), path)
    if (!Array.isArray(items) || typeof hasMore !== "boolean") {
      throw new Error(`Airwallex's list ${path} can't be read.`)
    }
    found.push(...items.filter(isFields))
    if (!hasMore) return found
  }
  throw new Error(`Airwallex's list ${path} has too many pages.`)
}

/** Returns the ids of the intents under a reference of ours. Throws if they can't be read. */
export const intentIdsUnder = async (
  ask: Ask,
  reference: string
): Promise<ReadonlyArray<string>> => {
  const intents = await listed(ask, "pa/payment_intents", { merchant_order_id: reference })
  return intents
    .filter(({ merchant_order_id: order }) => order === reference)
    .map(({ id }) => {
      const known = textOf(id)
      if (known === null) throw new Error(`Airwallex has an intent without an id.`)
      return known
    })
}

/** Returns an intent with its latest attempt, by Airwallex's id. Throws if it can't be read. */
export const intentById = async (ask: Ask, id: string): Promise<Fields> => {
  const intent = read(await ask(`pa/payment_intents/${encodeURIComponent(id)}`), `the intent ${id}`)
  if (intent.id !== id) throw new Error(`Airwallex answered with another intent than ${id}.`)
  return intent
}

/**
 * Creates the intent that a charge confirms. An intent moves no money. A repeat under the same
 * reference confirms the first one, which can't be charged twice.
 */
export const intentFor = async (
  ask: Ask,
  request: ChargeRequest
): Promise<Message | Decided<ChargeOutcome>> => {
  const { reference, amount, currency, threeDs } = request
  const body = JSON.stringify({
    request_id: reference,
    merchant_order_id: reference,
    amount: decimalIn(amount, currency),
    currency,
    payment_method_options: {
      card: { three_ds_action: threeDs === null ? "SKIP_3DS" : "EXTERNAL_3DS" }
    }
  })
  const answer = await ask("pa/payment_intents/create", { body })
  const intent = fieldsIn(answer.body)
  if (answer.status === 400 && intent?.code === "duplicate_request") {
    return earlierIntent(ask, reference)
  }
  const id = textOf(intent?.id)
  if (answer.status >= 300 || intent === null || id === null) {
    const rawCode = textOf(intent?.code) ?? `http_${answer.status}`
    const reason = textOf(intent?.message) ?? "Airwallex created no intent."
    throw { _tag: "AccountUnavailable", reason, rawCode } satisfies HttpFailure
  }
  const money = askedBy(intent)
  const isOurs = intent.merchant_order_id === reference
  if (!isOurs || money?.amount !== amount || money.currency !== currency) {
    throw new Error("Airwallex created another intent than was asked for.")
  }
  return { connectorOrderId: id }
}

/** An earlier call may have charged the intent, so a failed look-up leaves the charge unknown. */
const earlierIntent = async (
  ask: Ask,
  reference: string
): Promise<Message | Decided<ChargeOutcome>> => {
  const [id, ...more] = await intentIdsUnder(ask, reference).catch(() => [])
  if (id !== undefined && more.length === 0) return { connectorOrderId: id }
  const reason = "An earlier call created an intent, and Airwallex doesn't list it."
  return { decided: { _tag: "Unknown", reason } }
}

/**
 * Cancels an intent whose payer would have to act, and returns it as it is then. The payer was not
 * sent anywhere, so nobody can act.
 */
export const withoutPayer = async (ask: Ask, intent: Fields): Promise<Fields> => {
  const id = textOf(intent.id)
  if (intent.status !== "REQUIRES_CUSTOMER_ACTION" || id === null) return intent
  const body = JSON.stringify({ request_id: `cancel_${id}`, cancellation_reason: stepUpReason })
  await ask(`pa/payment_intents/${encodeURIComponent(id)}/cancel`, { body })
  return intentById(ask, id)
}

const ended: ReadonlySet<unknown> = new Set(["FAILED", "CANCELLED", "EXPIRED"])

/** Returns the latest attempt of an intent, or null if there was none. */
export const attemptOf = (intent: Fields): Fields | null => {
  const attempt = at(intent, "latest_payment_attempt")
  return textOf(attempt.id) === null ? null : attempt
}

/** Returns the decline of an intent that took nothing, or null if it may still take something. */
export const declineOf = (intent: Fields): Refused | null => {
  const attempt = attemptOf(intent)
  if (intent.status === "CANCELLED") {
    const isStepUp = intent.cancellation_reason === stepUpReason
    const rawCode = isStepUp ? stepUpReason : "cancelled"
    return attempt !== null && attempt.status === "FAILED"
      ? failureOf(attempt)
      : { rawCode, networkCode: null, message: textOf(intent.cancellation_reason) }
  }
  if (intent.status !== "REQUIRES_PAYMENT_METHOD" || attempt === null) return null
  return ended.has(attempt.status) ? failureOf(attempt) : null
}

const failureOf = (attempt: Fields): Refused => {
  const networkCode = textOf(attempt.provider_original_response_code)
  const rawCode = networkCode ?? textOf(attempt.failure_code) ?? String(attempt.status)
  const networkAdvice = adviceOf(attempt.merchant_advice_code)
  return { rawCode, networkCode, message: textOf(attempt.failure_code), networkAdvice }
}
