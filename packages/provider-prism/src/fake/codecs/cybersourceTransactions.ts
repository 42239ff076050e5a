import type { Fields } from "@payloom/core"
import { textOf } from "../../fields.ts"
import { majorUnits } from "../decimals.ts"
import type { FakeModification, FakePayment } from "../FakeBooks.ts"
import type { FakeContext, FakeReply, FakeRequest } from "../FakeCodec.ts"

/** The reason, its code and the scheme's code, by the issuer's decision. */
const refusals: Readonly<Record<string, readonly [reason: string, code: string, raw: string]>> = {
  insufficient_funds: ["INSUFFICIENT_FUND", "204", "51"],
  do_not_honor: ["PROCESSOR_DECLINED", "203", "05"],
  expired_card: ["EXPIRED_CARD", "202", "54"],
  incorrect_cvc: ["INVALID_CVN", "211", "N7"],
  fraud: ["STOLEN_LOST_CARD", "205", "43"],
  issuer_unavailable: ["ISSUER_UNAVAILABLE", "207", "91"],
  authentication_required: ["CONSUMER_AUTHENTICATION_REQUIRED", "478", "1A"]
}

const otherRefusal = ["GENERAL_DECLINE", "203", "05"] as const

/** Returns a time as Cybersource writes it. */
export const utc = (time: number): string => new Date(time).toISOString().replace(/\.\d+Z/, "Z")

/** Returns the links of an answer. */
export const linksOf = (path: string) => ({ self: { method: "GET", href: path } })

const isApproved = ({ status }: FakePayment): boolean => status !== "declined"

/** Returns the members that an answer and the details of a charge share. */
export const sharedOf = (payment: FakePayment): Fields => {
  const { currency, amount, authorized, status, decline } = payment
  const [reason, , raw] = decline === null ? [] : (refusals[decline] ?? otherRefusal)
  const held = status === "received" ? amount : authorized
  return {
    id: payment.id,
    clientReferenceInformation: { code: payment.reference },
    orderInformation: {
      amountDetails: {
        totalAmount: majorUnits(amount, currency),
        currency,
        ...(isApproved(payment) ? { authorizedAmount: majorUnits(held, currency) } : {})
      }
    },
    processorInformation: isApproved(payment)
      ? { approvalCode: "831000", networkTransactionId: "016153570198200", responseCode: "00" }
      : { responseCode: raw },
    ...(reason === undefined ? {} : { errorInformation: { reason, message: "Decline." } }),
    ...(status === "received"
      ? { errorInformation: { reason: "DECISION_PROFILE_REVIEW", message: "Review." } }
      : {})
  }
}

/** Returns the result of a service, as searches and details list it. */
const serviceOf = (name: string, reasonCode: string, status?: string): Fields => ({
  name,
  reasonCode,
  rCode: reasonCode === "100" ? "1" : "0",
  rFlag: reasonCode === "100" ? "SOK" : "DCARDREFUSED",
  rMessage: reasonCode === "100" ? "Request was processed successfully." : "Declined.",
  ...(status === undefined ? {} : { status })
})

const services = { capture: "ics_bill", void: "ics_auth_reversal", refund: "ics_credit" } as const

const applicationsOf = ({ decline, status, isAutoCaptured, captured }: FakePayment): Fields => {
  const [, code] = decline === null ? ["", "100"] : (refusals[decline] ?? otherRefusal)
  const auth = serviceOf("ics_auth", code)
  if (status === "received") {
    return { reasonCode: "480", applications: [auth, serviceOf("ics_decision", "480")] }
  }
  const isSale = isAutoCaptured && captured > 0n
  return isSale
    ? {
        status: "PENDING",
        reasonCode: code,
        applications: [auth, serviceOf("ics_bill", code, "PENDING")]
      }
    : { reasonCode: code, applications: [auth] }
}

const followUp = ({ kind }: FakeModification): Fields => {
  const status = { capture: "PENDING", void: undefined, refund: "TRANSMITTED" }[kind]
  return {
    ...(status === undefined ? {} : { status }),
    reasonCode: "100",
    applications: [serviceOf(services[kind], "100", status)]
  }
}

const amountOf = (amount: bigint, { currency }: FakePayment) => ({
  totalAmount: majorUnits(amount, currency),
  currency
})

/** A search lists no state of the whole transaction. */
const summarized = ({ status: _, ...result }: Fields): Fields => result

/** Answers a search by the reference of a charge. */
export const search = (context: FakeContext, body: Fields): FakeReply => {
  const { books, account, now } = context
  const query = textOf(body.query) ?? ""
  const [, code] =
    /^clientReferenceInformation\.code:(\w+) AND submitTimeUtc:\[[^\]}]+}$/.exec(query) ?? []
  const charges = [...books.payments.values()].filter(
    (each) => each.account === account && each.reference === code
  )
  const later = books.modifications.filter(
    ({ payment, state }) => charges.includes(payment) && state === "succeeded"
  )
  const common = { merchantId: `${account}_mid`, clientReferenceInformation: { code } }
  const transactionSummaries = [
    ...charges.map((payment) => ({
      id: payment.id,
      submitTimeUtc: utc(payment.created),
      ...common,
      applicationInformation: summarized(applicationsOf(payment)),
      orderInformation: { amountDetails: amountOf(payment.amount, payment) }
    })),
    ...later.map((each) => ({
      id: each.id,
      submitTimeUtc: utc(each.created),
      ...common,
      applicationInformation: summarized(followUp(each)),
      orderInformation: { amountDetails: amountOf(each.amount, each.payment) }
    }))
  ]
  const count = transactionSummaries.length
  return {
    status: 201,
    body: {
      searchId: "93a8559b-2b5a-4c38-9f1b-6f6c916ba5b6",
      save: false,
      timezone: body.timezone,
      query,
      offset: body.offset,
      limit: body.limit,
      sort: body.sort,
      count,
      totalCount: count,
      submitTimeUtc: utc(now()),
      ...(count === 0 ? {} : { _embedded: { transactionSummaries } }),
      _links: linksOf("/tss/v2/searches/93a8559b-2b5a-4c38-9f1b-6f6c916ba5b6")
    }
  }
}

/** Answers with the details of a transaction. */
export const details = ({ books, account }: FakeContext, { path }: FakeRequest): FakeReply => {
  const [, id = ""] = /^\/tss\/v2\/transactions\/(\d+)$/.exec(path) ?? []
  const payment = books.payments.get(id)
  if (payment?.account === account) {
    return {
      status: 200,
      body: {
        ...sharedOf(payment),
        rootId: id,
        merchantId: `${account}_mid`,
        submitTimeUTC: utc(payment.created),
        clientReferenceInformation: { code: payment.reference, comments: payment.reference },
        applicationInformation: applicationsOf(payment),
        _links: linksOf(path)
      }
    }
  }
  const made = books.modifications.find((each) => each.id === id)
  if (made?.payment.account !== account || made.state !== "succeeded") {
    return { status: 404, body: { message: "The requested resource is not found." } }
  }
  return {
    status: 200,
    body: {
      id,
      rootId: made.payment.id,
      merchantId: `${account}_mid`,
      submitTimeUTC: utc(made.created),
      clientReferenceInformation: { code: made.payment.reference, comments: made.reference },
      applicationInformation: followUp(made),
      orderInformation: { amountDetails: amountOf(made.amount, made.payment) },
      processorInformation: { approvalCode: "831000", responseCode: "00" },
      _links: linksOf(path)
    }
  }
}
