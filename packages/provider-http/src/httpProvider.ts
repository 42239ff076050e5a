import {
  type CancelOutcome,
  type CardMarks,
  type CardRelay,
  type ChargeOutcome,
  type ChargeReference,
  type ChargeRequest,
  type ChargeSource,
  definePaymentProvider,
  type HttpFailure,
  isFields,
  type ModificationOutcome,
  type ModificationRequest,
  type PaymentProvider,
  type ProviderCall,
  type ResumeRequest
} from "@payloom/core"
import { writtenAmount } from "./amounts.ts"
import { outcomeOf, readCharge, unknown } from "./charges.ts"
import { failureOf, rejectedCharge, rejectedModification } from "./errors.ts"
import type { HttpProviderOptions } from "./HttpProviderOptions.ts"
import type {
  HttpProviderTable,
  HttpRequest,
  ModificationKind,
  PayerOrder,
  Support
} from "./HttpProviderTable.ts"
import { listChanges } from "./listing.ts"
import { lookUpCharge, lookUpModification } from "./lookups.ts"
import { modificationOutcome } from "./modifications.ts"
import { notificationReader } from "./notifications.ts"
import { type Answer, type Api, apiOf } from "./requests.ts"

/** The time that a payer has if the provider doesn't say, in milliseconds. */
const payerMs = 30 * 60_000

/**
 * Creates a connector from a table of a provider's requests, states, declines and webhooks. The
 * result takes the keys of the accounts. References, broken answers, look-ups, amounts and webhooks
 * are handled here, so that each connector is safe.
 *
 * @example
 * export const acme = httpProvider<{ readonly apiKey: string }>({ name: "acme", ... })
 * // and in the server:
 * Payloom.make({ providers: [acme({ accountOf: () => ({ apiKey }) })], ... })
 */
export const httpProvider =
  <Account>(table: HttpProviderTable<Account>) =>
  (options: HttpProviderOptions<Account>): PaymentProvider => {
    const { name = table.name, environment = "test", relay = null } = options
    const { requests, searches, capabilities, webhooks, changes } = table
    const api = apiOf(table, options)
    const modify = (kind: ModificationKind) =>
      requests[kind] === undefined ? {} : { [kind]: modifying(table, api, kind) }
    const { resume, cancel } = requests

    return definePaymentProvider({
      name,
      environment,
      capabilities: {
        ...capabilities,
        ...(relay === null ? { decryptedWallets: [] } : {}),
        usesCardRelay: relay !== null && table.cards.includes("relay")
      },
      declines: table.declines,
      canCharge: (source) => isChargeable(source, table, relay),
      charge: charging(table, api, relay),
      ...modify("capture"),
      ...modify("void"),
      ...modify("refund"),
      ...modify("increment"),
      ...(searches === undefined
        ? {}
        : { lookup: (query, call) => lookUpCharge(table, api, query, call) }),
      ...(searches?.modification === undefined
        ? {}
        : { lookupModification: (query, call) => lookUpModification(table, api, query, call) }),
      ...(changes === undefined
        ? {}
        : { listChanges: (query, call) => listChanges(table, changes, api, query, call) }),
      ...(resume === undefined ? {} : { resume: resuming(table, api, resume) }),
      ...(cancel === undefined ? {} : { cancel: canceling(table, api, cancel) }),
      ...(webhooks === undefined
        ? {}
        : { readNotification: notificationReader(table, webhooks, api) })
    })
  }

/** Returns true if the connector can charge a source. */
const isChargeable = (
  source: ChargeSource,
  { cards, capabilities }: Pick<HttpProviderTable<never>, "cards" | "capabilities">,
  relay: CardRelay | null
): boolean => {
  if (source._tag === "Wallet") return capabilities.wallets?.includes(source.wallet) === true
  if (source._tag === "Apm") return capabilities.apms?.includes(source.apm) === true
  if (source.token !== undefined) return cards.includes("token")
  const isRelayed = cards.includes("relay") && relay !== null
  return source.wallet === undefined
    ? cards.includes("vault") || isRelayed
    : isRelayed && capabilities.decryptedWallets?.includes(source.wallet) === true
}

const charging =
  <Account>(table: HttpProviderTable<Account>, api: Api<Account>, relay: CardRelay | null) =>
  async (request: ChargeRequest, call: ProviderCall): Promise<ChargeOutcome> => {
    const { mid, reference, amount, currency, capture, returnUrl, source } = request
    const lacking = lackingSupport(table, request)
    if (lacking !== null) return refusedHere(lacking)
    if (!isChargeable(source, table, relay)) return refusedHere("source")
    const by = sendsCard(source, table) ? relay : null
    const order = {
      reference,
      amount: writtenAmount(amount, currency, table.amounts),
      currency,
      capture,
      returnUrl,
      card: by === null ? null : await marksOf(by, request),
      token: tokenOf(source, by !== null),
      method: methodOf(source),
      account: api.accountOf(mid.credentials),
      request
    }
    const answer = await api.post(table.requests.charge, order, {
      credentials: mid.credentials,
      call,
      key: reference,
      ...(by === null ? {} : { by: by.fetch })
    })
    return chargeOutcome(table, answer, { ...request, isResent: request.isResent === true })
  }

const sendsCard = (source: ChargeSource, { cards }: Pick<HttpProviderTable<never>, "cards">) =>
  source._tag === "Vaulted" && source.token === undefined && cards.includes("relay")

const tokenOf = (source: ChargeSource, isRelayed: boolean): string | null =>
  source._tag !== "Vaulted" || isRelayed ? null : (source.token ?? source.vaultReference)

const methodOf = (source: ChargeSource): string | null => {
  if (source._tag === "Vaulted") return source.wallet ?? null
  return source._tag === "Wallet" ? source.wallet : source.apm
}

/** Returns the marks of a card. The security code is for the payer's own payments only. */
const marksOf = async (
  relay: CardRelay,
  { source, initiator }: ChargeRequest
): Promise<CardMarks> => {
  const reference = source._tag === "Vaulted" ? source.vaultReference : ""
  const marks = await relay.marksOf(reference)
  return { ...marks, securityCode: initiator === "customer" ? marks.securityCode : null }
}

/** Returns what a charge needs and the table doesn't support. Null if there is no such thing. */
const lackingSupport = (
  { supports = [] }: Pick<HttpProviderTable<never>, "supports">,
  { agreement, initiator, threeDs, type }: ChargeRequest
): Support | null => {
  const isFramed = agreement !== null || initiator === "merchant"
  if (isFramed && !supports.includes("agreements")) return "agreements"
  if (threeDs !== null && !supports.includes("three_ds")) return "three_ds"
  return type === "verify" && !supports.includes("checks") ? "checks" : null
}

const refusedHere = (rawCode: Support | "source"): HttpFailure => ({
  _tag: "AccountUnavailable",
  reason: `The connector can't send this charge, because its table has no "${rawCode}".`,
  rawCode
})

/** Returns the meaning of the answer to a charge, or to the return of its payer. */
const chargeOutcome = (
  table: HttpProviderTable<never>,
  answer: Answer,
  {
    capture,
    isResent,
    sendBefore
  }: Pick<ChargeRequest, "capture" | "sendBefore"> & {
    readonly isResent: boolean
  }
): ChargeOutcome => {
  const { status, json } = answer
  if (status >= 300 && status !== 402) return rejectedCharge(table, answer, isResent)
  const read = isFields(json) ? readCharge(table, json, { status, capture }) : null
  if (read !== null && read.state !== null && (status !== 402 || read.state === "declined")) {
    return outcomeOf(read, sendBefore + payerMs)
  }
  if (status === 402 && read?.state == null) return rejectedCharge(table, answer, isResent)
  return unknown(`The answer has no state of a charge that the table knows: ${read?.word}.`)
}

const modifying =
  <Account>(table: HttpProviderTable<Account>, api: Api<Account>, kind: ModificationKind) =>
  async (request: ModificationRequest, call: ProviderCall): Promise<ModificationOutcome> => {
    const { reference, charge, amount, currency } = request
    const { [kind]: sent } = table.requests
    const { modification: fields } = table
    if (sent === undefined || fields === undefined) {
      return { _tag: "AccountUnavailable", reason: `The table has no ${kind}.`, rawCode: kind }
    }
    const { credentials } = charge.mid
    const order = {
      reference,
      charge: encodeURIComponent(charge.providerReference),
      amount: writtenAmount(amount, currency, table.amounts),
      currency,
      account: api.accountOf(credentials),
      request
    }
    const answer = await api.post(sent, order, { credentials, call, key: reference })
    if (answer.status >= 300) return rejectedModification(table, answer)
    return isFields(answer.json)
      ? modificationOutcome(
          fields,
          answer.json,
          { status: answer.status, capture: true },
          reference
        )
      : unknown("The answer can't be read.")
  }

const resuming =
  <Account>(
    table: HttpProviderTable<Account>,
    api: Api<Account>,
    sent: HttpRequest<PayerOrder<Account>>
  ) =>
  async (request: ResumeRequest, call: ProviderCall): Promise<ChargeOutcome> => {
    const { sendBefore, returned } = request
    const answer = await askOfPayer(api, sent, request, call, "resume", returned?.query)
    // A decline code in a rejection is about this call alone, and doesn't decline the charge.
    return answer.status < 300 || answer.status === 402
      ? chargeOutcome(table, answer, { capture: true, isResent: true, sendBefore })
      : failureOf(table, answer)
  }

const canceling =
  <Account>(
    table: HttpProviderTable<Account>,
    api: Api<Account>,
    sent: HttpRequest<PayerOrder<Account>>
  ) =>
  async (charge: ChargeReference, call: ProviderCall): Promise<CancelOutcome> => {
    const answer = await askOfPayer(api, sent, charge, call, "cancel")
    if (answer.status >= 300) {
      return { _tag: "NotCanceled", reason: failureOf(table, answer).reason }
    }
    const about = { status: answer.status, capture: true }
    const read = isFields(answer.json) ? readCharge(table, answer.json, about) : null
    return read?.state === "declined" || read?.state === "voided" || read?.state === "expired"
      ? { _tag: "Canceled" }
      : { _tag: "NotCanceled", reason: `The charge has the state ${read?.word}.` }
  }

/** Sends a request about a charge that waits for its payer, under a key of its own. */
const askOfPayer = <Account>(
  api: Api<Account>,
  sent: HttpRequest<PayerOrder<Account>>,
  { mid: { credentials }, reference, providerReference }: ChargeReference,
  call: ProviderCall,
  what: "resume" | "cancel",
  returned: Readonly<Record<string, string>> = {}
): Promise<Answer> => {
  const charge = encodeURIComponent(providerReference)
  const order = { reference, charge, returned, account: api.accountOf(credentials) }
  return api.post(sent, order, { credentials, call, key: `${reference}_${what}` })
}
