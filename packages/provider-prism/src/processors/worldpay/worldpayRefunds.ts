import {
  type Fields,
  fieldsIn,
  type HttpFailure,
  type ModificationOutcome,
  type ModificationRequest
} from "@payloom/core"
import { at, textOf } from "../../fields.ts"
import type { BuiltRequest, Message } from "../../library/PrismLibrary.ts"
import { paymentIdOf } from "../../lookups.ts"
import type { Ask, Decided } from "../../Processor.ts"
import { authorizationIn, commandsOf, refundableIn } from "./worldpayEvents.ts"
import { paymentById, paymentIdsUnder, worldpayMoney } from "./worldpayPayments.ts"

const refundPath = /^\/payments\/settlements\/refunds\/partials\/[^/]+$/

const notYet = (reason: string): HttpFailure => ({ _tag: "NotSent", reason })

/**
 * Returns the link of a payment's refunds, which is about 500 characters long. Worldpay offers it
 * while the payment can be refunded. A refund that can never pass is decided here.
 */
export const refundLink = async (
  ask: Ask,
  { charge, amount }: Pick<ModificationRequest, "charge" | "amount">
): Promise<Message | Decided> => {
  const payment = await chargedPayment(ask, charge)
  if (payment === null) throw notYet("Worldpay doesn't have the payment yet.")
  const certain = failureOf(payment, amount)
  if (certain !== null) return { decided: { _tag: "Failed", rawCode: certain } }
  const path = linkIn(payment)
  if (path === null) throw notYet("Worldpay doesn't offer a refund of the payment yet.")
  // The library makes it a part of its own path. `linked` takes it out again.
  return { connectorTransactionId: path }
}

const chargedPayment = async (
  ask: Ask,
  charge: ModificationRequest["charge"]
): Promise<Fields | null> => {
  const id = await paymentIdOf(charge, (reference) => paymentIdsUnder(ask, reference))
  return id === null ? null : paymentById(ask, id)
}

/** Returns the code of a refund that can never pass, or null if it may. */
const failureOf = (payment: Fields, amount: bigint): string | null => {
  const commands = commandsOf(payment)
  const authorization = authorizationIn(commands)
  if (authorization?.state === "refused" || authorization?.state === "failed") {
    return "payment_not_authorized"
  }
  const whole = worldpayMoney(payment.value)?.amount
  const left = whole === undefined ? null : refundableIn(commands, whole)
  return left !== null && amount > left ? "refund_exceeds_settled_amount" : null
}

/** Returns the path of the link. Its address must not decide where the keys are sent. */
const linkIn = (payment: Fields): string | null => {
  const links = at(payment, "_links")
  const { href } = at(links["cardPayments:partialRefund"] ?? links["payments:partialRefund"])
  const address = textOf(href)
  if (address === null || !URL.canParse(address, "https://worldpay.invalid")) return null
  const { pathname } = new URL(address, "https://worldpay.invalid")
  return refundPath.test(pathname) ? pathname : null
}

const type = "application/vnd.worldpay.payments-v7+json"

/** Sends a refund to the link, in the form of the API that the link belongs to. */
export const linked = (built: BuiltRequest): BuiltRequest => {
  const [, base = "", link = ""] =
    /^(https?:\/\/[^/]+)\/api\/payments\/([^/]+)\/partialRefunds$/.exec(built.url) ?? []
  const path = decodeURIComponent(link)
  if (!refundPath.test(path)) throw notYet("The library built a refund without its link.")
  return {
    ...built,
    url: base + path,
    headers: { ...withoutForm(built.headers), accept: type, "content-type": type }
  }
}

const withoutForm = (headers: BuiltRequest["headers"]): BuiltRequest["headers"] =>
  Object.fromEntries(
    Object.entries(headers).filter(
      ([name]) => !/^(?:accept|content-type|wp-api-version)$/i.test(name)
    )
  )

/** Returns the outcome of a refund. Worldpay answers before it carries it out. */
export const refundOutcome = (
  status: number,
  body: string,
  reference: string
): ModificationOutcome | null => {
  if (status === 202) return { _tag: "Pending", providerReference: reference }
  const answer = fieldsIn(body)
  const rawCode = textOf(answer?.errorName)
  if (status < 400 || status >= 500 || rawCode === null) return null
  if (status === 401 || status === 403) return null
  return { _tag: "AccountUnavailable", reason: textOf(answer?.message) ?? rawCode, rawCode }
}
