import type Stripe from "stripe"

/** The body of an error in Stripe's form. */
export interface ErrorBody {
  readonly type: string
  readonly message: string
  readonly code?: string | undefined
  readonly param?: string
  readonly decline_code?: string
  readonly advice_code?: string
  readonly network_decline_code?: string
  readonly network_advice_code?: string
  readonly charge?: string
  readonly payment_intent?: Stripe.PaymentIntent
  readonly setup_intent?: Stripe.SetupIntent
}

/** A request that is answered with an error. */
export class Refusal extends Error {
  readonly status: number
  readonly body: ErrorBody
  /** True if the request was carried out. An idempotency key doesn't keep the answer otherwise. */
  readonly isKept: boolean

  constructor(status: number, body: ErrorBody, isKept = true) {
    super(body.message)
    this.status = status
    this.body = body
    this.isKept = isKept
  }
}

/** The answer to a call. */
export interface Answer {
  readonly status: number
  readonly body: object
  /** True if it was saved under an idempotency key. */
  readonly isReplayed?: boolean
}

/**
 * Carries out a call and returns its answer. A refusal is returned as an answer if `counts` says
 * so, and is thrown otherwise.
 */
export const answerOf = (
  carryOut: () => Answer,
  counts: (refusal: Refusal) => boolean = () => true
): Answer => {
  try {
    return carryOut()
  } catch (error) {
    if (error instanceof Refusal && counts(error)) {
      return { status: error.status, body: { error: error.body } }
    }
    throw error
  }
}

/** Returns the refusal of a malformed request. */
export const invalid = (message: string, more: Partial<ErrorBody> = {}): Refusal =>
  new Refusal(400, { type: "invalid_request_error", message, ...more }, more.param === undefined)

/** Returns the refusal of a request for an unknown object. */
export const missing = (what: string, id: string): Refusal =>
  new Refusal(404, {
    type: "invalid_request_error",
    code: "resource_missing",
    message: `No such ${what}: '${id}'`
  })

/** Returns the refusal of a request that the payment's status doesn't allow. */
export const unexpected = (payment_intent: Stripe.PaymentIntent, verb: string): Refusal =>
  new Refusal(400, {
    type: "invalid_request_error",
    code: "payment_intent_unexpected_state",
    message: `You cannot ${verb} this PaymentIntent: its status is ${payment_intent.status}.`,
    payment_intent
  })
