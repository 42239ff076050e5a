import { createHash, createHmac } from "node:crypto"
import { type Fields, fieldsIn } from "@payloom/core"
import { at, textOf } from "../../fields.ts"
import type { CybersourceAccount } from "../../processors/cybersource/cybersource.ts"
import { majorUnits, minorUnits } from "../decimals.ts"
import type { FakeModification, FakePayment } from "../FakeBooks.ts"
import type { FakeCodec, FakeContext, FakeReply, FakeRequest } from "../FakeCodec.ts"
import { conductOfToken } from "../fakeCards.ts"
import { details, linksOf, search, sharedOf, utc } from "./cybersourceTransactions.ts"

/** A key's secret follows from its id here, so that the fake can check signatures. */
const secretOf = (keyId: string): Buffer =>
  createHash("sha256").update(`secret of ${keyId}`).digest()

const calls: ReadonlyArray<readonly [RegExp, "charge" | "capture" | "void" | "refund" | "lookup"]> =
  [
    [/^\/pts\/v2\/payments\/?$/, "charge"],
    [/^\/pts\/v2\/payments\/\d+\/captures$/, "capture"],
    [/^\/pts\/v2\/payments\/\d+\/reversals$/, "void"],
    [/^\/pts\/v2\/(?:payments|captures)\/\d+\/refunds$/, "refund"],
    [/^\/tss\/v2\/searches$/, "lookup"]
  ]

const kindOf = (path: string) => calls.find(([pattern]) => pattern.test(path))?.[1] ?? null

/** Speaks as Cybersource's Payments, Transaction Search and Transaction Details APIs do. */
export const cybersourceCodec: FakeCodec<CybersourceAccount> = {
  account: (name, secret) => {
    const keyId = secret("key").slice(0, 32)
    return { merchantId: `${name}_mid`, keyId, sharedSecret: secretOf(keyId).toString("base64") }
  },
  idOf: (_, number) => String(7_000_000_000_000_000_000_000n + BigInt(number)),
  // A refund reads the details of its charge first.
  kindOf: ({ path }) => kindOf(path) ?? "other",
  keyIn: signedBy,
  keyOf: ({ keyId, merchantId }) => `${keyId} ${merchantId}`,
  unauthorized: { status: 401, body: { response: { rmsg: "Authentication Failed" } } },
  repeatKeyIn: () => null,
  inProgress: { status: 502, body: { status: "SERVER_ERROR", reason: "SYSTEM_ERROR" } },
  answer: (context, request) => {
    const body = fieldsIn(request.body) ?? {}
    const kind = kindOf(request.path)
    if (kind === "charge") return charge(context, body)
    if (kind === "lookup") return search(context, body)
    return kind === null ? details(context, request) : modify(context, kind, request, body)
  },
  sign: () => null
}

/** Returns the key and merchant whose signature a request has, or an empty text. */
function signedBy({ method, path, query, headers, body }: FakeRequest): string {
  const parts: Readonly<Record<string, string>> = Object.fromEntries(
    Array.from((headers.signature ?? "").matchAll(/(\w+)="([^"]*)"/g), (part) => part.slice(1, 3))
  )
  const search = query.toString()
  const digest = `SHA-256=${createHash("sha256").update(body).digest("base64")}`
  if (method !== "GET" && headers.digest !== digest) return ""
  const target = `${method.toLowerCase()} ${path}${search === "" ? "" : `?${search}`}`
  const values: Readonly<Record<string, string>> = {
    ...headers,
    // Older clients write the name in parentheses.
    "request-target": target,
    "(request-target)": target
  }
  const names = (parts.headers ?? "").split(" ")
  const signed = names.map((name) => name.replace(/[()]/g, ""))
  const needed = ["host", "date", "request-target", "v-c-merchant-id"]
  if (needed.some((name) => !signed.includes(name))) return ""
  if (method !== "GET" && !names.includes("digest")) return ""
  const text = names.map((name) => `${name}: ${values[name] ?? ""}`).join("\n")
  const signature = createHmac("sha256", secretOf(parts.keyid ?? ""))
    .update(text)
    .digest("base64")
  return signature === parts.signature ? `${parts.keyid} ${headers["v-c-merchant-id"]}` : ""
}

const rejected = (reason: string, message: string, at: number): FakeReply => ({
  status: 400,
  body: { submitTimeUtc: utc(at), status: "INVALID_REQUEST", reason, message }
})

const charge = ({ books, account, now }: FakeContext, body: Fields): FakeReply => {
  const { totalAmount, currency } = at(body, "orderInformation", "amountDetails")
  const token = textOf(at(body, "paymentInformation", "paymentInstrument").id)
  const { code } = at(body, "clientReferenceInformation")
  if (token === null) {
    return rejected("MISSING_FIELD", "The request is missing one or more fields", now())
  }
  const payment = books.charge({
    account,
    reference: textOf(code) ?? "",
    amount: minorUnits(String(totalAmount), String(currency)),
    currency: String(currency),
    isAutoCaptured: at(body, "processingInformation").capture === true,
    returnUrl: "",
    conduct: conductOfToken(token)
  })
  return { status: 201, body: paymentOf(payment) }
}

const statusOf = ({ status, authorized, amount }: FakePayment): string => {
  if (status === "declined") return "DECLINED"
  if (status !== "authorized" && status !== "voided") return "AUTHORIZED_PENDING_REVIEW"
  return authorized < amount ? "PARTIAL_AUTHORIZED" : "AUTHORIZED"
}

const paymentOf = (payment: FakePayment): Fields => ({
  _links: linksOf(`/pts/v2/payments/${payment.id}`),
  submitTimeUtc: utc(payment.created),
  status: statusOf(payment),
  ...sharedOf(payment)
})

/** Returns the charge that a request changes. Captures of holds are refunded by their own id. */
const changedBy = ({ books, account }: FakeContext, path: string): FakePayment | undefined => {
  const [, , , resource, id = ""] = path.split("/")
  const payment =
    resource === "captures"
      ? books.modifications.find((each) => each.id === id && each.kind === "capture")?.payment
      : books.payments.get(id)
  return payment?.account === account ? payment : undefined
}

const impossible = {
  capture: ["EXCEEDS_AUTH_AMOUNT", "TRANSACTION_ALREADY_REVERSED_OR_SETTLED"],
  void: ["TRANSACTION_ALREADY_REVERSED_OR_SETTLED", "AUTH_ALREADY_REVERSED"],
  refund: ["INVALID_AMOUNT", "INVALID_AMOUNT"]
} as const

const modify = (
  context: FakeContext,
  kind: FakeModification["kind"],
  { path }: FakeRequest,
  body: Fields
): FakeReply => {
  const { books, now } = context
  const payment = changedBy(context, path)
  if (payment === undefined) return rejected("INVALID_DATA", "Invalid id", now())
  const { totalAmount, currency } = at(
    body,
    kind === "void" ? "reversalInformation" : "orderInformation",
    "amountDetails"
  )
  // A refund of a hold's capture has the capture's id.
  const isOfCapture = path.includes("/captures/") && kind === "refund"
  if (kind === "refund" && isOfCapture === payment.isAutoCaptured) {
    return rejected("INVALID_DATA", "Invalid id", now())
  }
  const { comments } = at(body, "clientReferenceInformation")
  const amount = minorUnits(String(totalAmount), String(currency))
  const wasVoided = payment.status === "voided"
  const made = books.modify(kind, payment, amount, textOf(comments) ?? "")
  if (made.state === "failed") {
    return rejected(impossible[kind][wasVoided ? 1 : 0], "Declined.", now())
  }
  return { status: 201, body: modificationOf(made) }
}

const modificationOf = ({ id, kind, amount, payment, created }: FakeModification): Fields => {
  const { currency } = payment
  const total = majorUnits(amount, currency)
  const shared = {
    _links: linksOf(`/pts/v2/${kind}s/${id}`),
    id,
    submitTimeUtc: utc(created),
    clientReferenceInformation: { code: payment.reference }
  }
  switch (kind) {
    case "capture":
      return {
        ...shared,
        status: "PENDING",
        orderInformation: { amountDetails: { totalAmount: total, currency } }
      }
    case "void":
      return {
        ...shared,
        status: "REVERSED",
        reversalAmountDetails: { reversedAmount: total, currency }
      }
    case "refund":
      return {
        ...shared,
        status: "PENDING",
        refundAmountDetails: { refundAmount: total, currency }
      }
  }
}
