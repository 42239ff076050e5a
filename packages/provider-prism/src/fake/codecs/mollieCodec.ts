import { type Fields, fieldsIn } from "@payloom/core"
import { at, textOf } from "../../fields.ts"
import type { MollieAccount } from "../../processors/mollie/mollie.ts"
import { majorUnits, minorUnits } from "../decimals.ts"
import type { FakeModification, FakePayment } from "../FakeBooks.ts"
import type { FakeCodec, FakeContext, FakeReply, FakeRequest } from "../FakeCodec.ts"
import { conductOfToken } from "../fakeCards.ts"

/** The failure reason, by the issuer's decision. */
const reasons: Readonly<Record<string, string>> = {
  insufficient_funds: "insufficient_funds",
  do_not_honor: "refused_by_issuer",
  expired_card: "card_expired",
  incorrect_cvc: "invalid_cvv",
  fraud: "possible_fraud",
  issuer_unavailable: "unknown_reason",
  authentication_required: "authentication_required",
  payer_refused: "authentication_failed"
}

/** Speaks as Mollie's Payments API does, in version 2. */
export const mollieCodec: FakeCodec<MollieAccount> = {
  account: (name, secret) => ({
    apiKey: `test_${secret("api").slice(0, 30)}`,
    profileId: `pfl_${name}`
  }),
  idOf: (kind, number) =>
    `${kind === "charge" ? "tr" : "re"}_${number.toString(36).padStart(22, "A")}`,
  kindOf: ({ method, path }) =>
    method === "GET" ? "lookup" : path.endsWith("/refunds") ? "refund" : "charge",
  keyIn: ({ headers }) => headers.authorization ?? "",
  keyOf: ({ apiKey }) => `Bearer ${apiKey}`,
  unauthorized: failed(401, "Unauthorized Request", "Missing authentication, or failed"),
  repeatKeyIn: ({ headers }) => headers["idempotency-key"] ?? null,
  inProgress: failed(409, "Conflict", "A request with this key is in progress."),
  answer: (context, request) => {
    if (request.path === "/refunds") return listRefunds(context, request)
    const match = /^\/payments(?:\/(tr_\w+)(\/refunds)?)?$/.exec(request.path)
    if (match === null) return failed(404, "Not Found", "There is no such resource.")
    const [, id, refunds] = match
    if (id === undefined) {
      return request.method === "GET" ? list(context, request) : charge(context, request)
    }
    const payment = context.books.payments.get(id)
    if (payment?.account !== context.account) {
      return failed(404, "Not Found", `No payment exists with token ${id}.`)
    }
    if (request.method === "GET") {
      if (refunds !== undefined) return { status: 200, body: refundsOf(context, payment) }
      const embeds = request.query.get("embed") === "refunds"
      const embedded = embeds ? { _embedded: { refunds: refundsIn(context, payment) } } : {}
      return { status: 200, body: { ...paymentOf(context, payment), ...embedded } }
    }
    return refund(context, payment, fieldsIn(request.body) ?? {})
  },
  // A webhook has only an id, and no signature.
  sign: (_, { payment }) => ({
    headers: { "content-type": "application/x-www-form-urlencoded" },
    body: `id=${payment.id}`
  })
}

function failed(status: number, title: string, detail: string, field?: string): FakeReply {
  const documentation = {
    href: "https://docs.mollie.com/overview/handling-errors",
    type: "text/html"
  }
  return {
    status,
    body: {
      status,
      title,
      detail,
      ...(field === undefined ? {} : { field }),
      _links: { documentation }
    }
  }
}

const documentation = { href: "https://docs.mollie.com/reference", type: "text/html" }

const linkTo = (path: string) => ({
  href: `https://api.mollie.com/v2/${path}`,
  type: "application/hal+json"
})

const amountOf = (value: bigint, { currency }: FakePayment) => ({
  currency,
  value: majorUnits(value, currency)
})

const charge = (context: FakeContext, { body: text }: FakeRequest): FakeReply => {
  const body = fieldsIn(text) ?? {}
  const { value, currency } = at(body, "amount")
  if (textOf(body.description) === null) {
    return failed(422, "Unprocessable Entity", "The description is invalid", "description")
  }
  if (textOf(body.redirectUrl) === null) {
    return failed(422, "Unprocessable Entity", "The redirect URL is invalid", "redirectUrl")
  }
  const payment = context.books.charge({
    account: context.account,
    reference: textOf(at(body, "metadata").orderId) ?? "",
    origin: textOf(at(body, "metadata").origin),
    amount: minorUnits(String(value), String(currency)),
    currency: String(currency),
    isAutoCaptured: body.captureMode !== "manual",
    returnUrl: String(body.redirectUrl),
    conduct: conductOfToken(String(body.cardToken))
  })
  return { status: 201, body: paymentOf(context, payment) }
}

const statusOf = ({ status }: FakePayment): string => {
  if (status === "waiting") return "open"
  if (status === "received") return "pending"
  return status === "declined" ? "failed" : "paid"
}

/** Returns a payment. */
const paymentOf = (context: FakeContext, payment: FakePayment): Fields => {
  const { id, created, captured, refunded, returnUrl, reference, origin, decline } = payment
  const isWaiting = payment.status === "waiting"
  const type = "application/hal+json"
  return {
    resource: "payment",
    id,
    mode: "test",
    createdAt: new Date(created).toISOString(),
    amount: amountOf(
      payment.status === "authorized" ? payment.authorized : payment.amount,
      payment
    ),
    description: "Order",
    method: "creditcard",
    metadata: { orderId: reference, ...(origin === null ? {} : { origin }) },
    status: statusOf(payment),
    profileId: `pfl_${context.account}`,
    sequenceType: "oneoff",
    redirectUrl: returnUrl,
    ...(captured > 0n
      ? {
          amountRefunded: amountOf(refunded, payment),
          amountRemaining: amountOf(captured - refunded, payment)
        }
      : {}),
    details:
      decline === null
        ? { cardNumber: "6787", cardLabel: "Mastercard" }
        : { failureReason: reasons[decline] ?? "unknown_reason", failureMessage: "Declined." },
    _links: {
      self: { href: `${context.origin}/payments/${id}`, type },
      dashboard: { href: `https://my.mollie.com/dashboard/payments/${id}`, type: "text/html" },
      ...(isWaiting
        ? { checkout: { href: `${context.origin}/_fake/payer/${id}`, type: "text/html" } }
        : {})
    }
  }
}

/** Returns a page of payments, the newest first. */
const list = (context: FakeContext, request: FakeRequest): FakeReply => {
  const own = [...context.books.payments.values()]
    .filter(({ account }) => account === context.account)
    .reverse()
  return pageOf(context, request, "payments", own, (each) => paymentOf(context, each))
}

/** Returns a page of all refunds, the newest first, with their payments if they are embedded. */
const listRefunds = (context: FakeContext, request: FakeRequest): FakeReply => {
  const own = context.books.modifications
    .filter(({ payment, state }) => payment.account === context.account && state === "succeeded")
    .reverse()
  const embeds = request.query.get("embed") === "payment"
  return pageOf(context, request, "refunds", own, (each) => ({
    ...refundOf(each),
    ...(embeds ? { _embedded: { payment: paymentOf(context, each.payment) } } : {})
  }))
}

const pageOf = <A extends { readonly id: string }>(
  { origin }: FakeContext,
  { path, query }: FakeRequest,
  name: string,
  own: ReadonlyArray<A>,
  show: (each: A) => Fields
): FakeReply => {
  const from = query.get("from")
  const start = from === null ? 0 : own.findIndex(({ id }) => id === from)
  const limit = Number(query.get("limit") ?? 50)
  const shown = own.slice(start, start + limit).map(show)
  const next = own[start + limit]
  const link = (href: string) => ({ href, type: "application/hal+json" })
  const more = new URLSearchParams(query)
  if (next !== undefined) more.set("from", next.id)
  return {
    status: 200,
    body: {
      count: shown.length,
      _embedded: { [name]: shown },
      _links: {
        self: link(`${origin}${path}`),
        documentation,
        previous: null,
        next: next === undefined ? null : link(`${origin}${path}?${more}`)
      }
    }
  }
}

const refundOf = ({ id, amount, payment, reference, created }: FakeModification): Fields => ({
  resource: "refund",
  id,
  mode: "test",
  description: reference,
  amount: amountOf(amount, payment),
  metadata: { orderId: reference },
  paymentId: payment.id,
  status: "refunded",
  createdAt: new Date(created).toISOString(),
  _links: {
    self: linkTo(`payments/${payment.id}/refunds/${id}`),
    payment: linkTo(`payments/${payment.id}`),
    documentation
  }
})

const refundsIn = ({ books }: FakeContext, payment: FakePayment): ReadonlyArray<Fields> =>
  books.modifications
    .filter((each) => each.payment === payment && each.state === "succeeded")
    .map(refundOf)

const refundsOf = (context: FakeContext, payment: FakePayment): Fields => {
  const refunds = refundsIn(context, payment)
  const self = linkTo(`payments/${payment.id}/refunds`)
  const _links = { self, previous: null, next: null, documentation }
  return { count: refunds.length, _embedded: { refunds }, _links }
}

const refund = ({ books }: FakeContext, payment: FakePayment, body: Fields): FakeReply => {
  const { value, currency } = at(body, "amount")
  const reference = textOf(at(body, "metadata").orderId) ?? ""
  const amount = minorUnits(String(value), String(currency))
  const made = books.modify("refund", payment, amount, reference)
  return made.state === "failed"
    ? failed(422, "Unprocessable Entity", "The amount is higher than the maximum", "amount")
    : { status: 201, body: refundOf(made) }
}
