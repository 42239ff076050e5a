import type Stripe from "stripe"

/** The body of an error as Stripe writes it. */
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
  /** Whether it was looked into: what was not, an idempotency key does not keep. */
  readonly isKept: boolean

  constructor(status: number, body: ErrorBody, isKept = true) {
    super(body.message)
    this.status = status
    this.body = body
    this.isKept = isKept
  }
}

/** What a call was answered. */
export interface Answer {
  readonly status: number
  readonly body: object
}

/** The answer to a call: its being turned away is an answer too, where that counts as one. */
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

/** A request that isn't well made. */
export const invalid = (message: string, more: Partial<ErrorBody> = {}): Refusal =>
  new Refusal(400, { type: "invalid_request_error", message, ...more }, more.param === undefined)

/** There is no such thing. */
export const missing = (what: string, id: string): Refusal =>
  new Refusal(404, {
    type: "invalid_request_error",
    code: "resource_missing",
    message: `No such ${what}: '${id}'`
  })

/** A payment is not where the request wants it. */
export const unexpected = (payment_intent: Stripe.PaymentIntent, verb: string): Refusal =>
  new Refusal(400, {
    type: "invalid_request_error",
    code: "payment_intent_unexpected_state",
    message: `You cannot ${verb} this PaymentIntent: its status is ${payment_intent.status}.`,
    payment_intent
  })
