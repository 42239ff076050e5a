import {
  type ChargeOutcome,
  type ChargeRequest,
  definePaymentProvider,
  type Fields,
  type HttpFailure,
  type ModificationOutcome,
  type ModificationRequest,
  type PaymentProvider,
  type ProviderCall
} from "@payloom/core"
import { type Api, apiOf } from "./api.ts"
import { changedDetailsOf } from "./changedDetails.ts"
import { chargeMessage, modificationMessage } from "./chargeMessage.ts"
import type { Message } from "./library/PrismLibrary.ts"
import { workerLibrary } from "./library/workerLibrary.ts"
import { networkTokensOf, withNetworkTokens, withoutNetworkToken } from "./networkTokens.ts"
import { chargeOutcomeOf, modificationOutcomeOf } from "./outcomes.ts"
import type { PrismOptions } from "./PrismOptions.ts"
import type { Decided, Kind, PayerDetail, Processor } from "./Processor.ts"
import { processorNamed } from "./processors/processors.ts"
import { isChargeable, readSource, type SourceSettings } from "./sources.ts"
import { unknown } from "./unknown.ts"

/**
 * Creates a connector to one processor. The library hyperswitch-prism builds its requests and reads
 * its answers. The connector sends them, under the engine's own references. It is safe to repeat
 * what was sent, or it can be found. `docs/connectors/prism.md` has the processors.
 *
 * @example
 * prism({
 *   processor: "checkout",
 *   accountOf: () => ({ publicKey, secretKey, processingChannelId, signatureKey }),
 *   relay
 * })
 */
export const prism = (options: PrismOptions): PaymentProvider => {
  // The processor and the type of its keys belong together, which the union can't express.
  const processor = processorNamed(options.processor) as unknown as Processor<unknown>
  const { name = `prism-${options.processor}`, environment = "test", relay, holdHours } = options
  const settings: SourceSettings = { processor, relay: relay ?? null }
  const api = apiOf(processor, options, options.library ?? sharedLibrary())
  const takesNetworkTokens = networkTokensOf(processor) !== null
  const { lookups, listChanges } = processor
  const modify = modifying(processor, api)

  return definePaymentProvider({
    name,
    environment,
    capabilities: {
      ...processor.capabilities,
      ...(holdHours === undefined ? {} : { holdHours }),
      usesCardRelay: relay !== undefined && processor.refusesRelay === null,
      networkTokens: relay !== undefined && takesNetworkTokens
    },
    declines: takesNetworkTokens ? withNetworkTokens(processor.declines) : processor.declines,
    canCharge: (source) => isChargeable(source, settings),
    changedDetails: changedDetailsOf(processor.sends),
    charge: charging(processor, api, settings, options),
    capture: modify("capture"),
    void: modify("void"),
    refund: modify("refund"),
    ...(lookups === undefined
      ? {}
      : {
          lookup: (query, call) => {
            const account = api.accountOf(query.mid.credentials)
            return lookups.charge(api.asking(query.mid.credentials, call), query, account)
          },
          lookupModification: (query, call) => {
            const { credentials } = query.charge.mid
            const account = api.accountOf(credentials)
            return lookups.modification(api.asking(credentials, call), query, account)
          }
        }),
    ...(listChanges === undefined
      ? {}
      : {
          listChanges: (query, call) =>
            listChanges(api.asking(query.mid.credentials, { ...anyTime, ...call }), query)
        }),
    readNotification: (mid, notification, known) =>
      processor.readNotification(api.accountOf(mid.credentials), notification, known.attempt, {
        environment,
        ask: api.asking(mid.credentials, anyTime)
      })
  })
}

/** A call that is never late and never ended. */
const anyTime: ProviderCall = { signal: new AbortController().signal, isLate: () => false }

let library: ReturnType<typeof workerLibrary> | null = null

/** All connectors of a process share one thread. */
const sharedLibrary = () => {
  library ??= workerLibrary()
  return library
}

const charging =
  (processor: Processor<unknown>, api: Api, settings: SourceSettings, options: PrismOptions) =>
  async (request: ChargeRequest, call: ProviderCall): Promise<ChargeOutcome> => {
    const { mid, reference, capture, initiator, agreement, returnUrl } = request
    const framed = initiator === "merchant" || agreement?.position === "subsequent"
    if (framed && !processor.framesAgreements) return refusedHere("agreement", processor)
    if (request.type === "verify" && !processor.checksCards) return refusedHere("verify", processor)
    if (request.threeDs !== null && processor.passesThreeDs === "none") {
      return refusedHere("three_ds", processor)
    }
    if (request.source._tag === "Apm" && !capture) return refusedHere("capture", processor)
    const lacking = lackingIn(request, processor.needs ?? [])
    if (lacking !== null) return refusedHere(lacking, processor)
    const account = api.accountOf(mid.credentials)
    const token = await api.tokenOf(mid.credentials, call)
    const asks =
      processor.asksPayers &&
      options.threeDs === "redirect" &&
      returnUrl !== null &&
      request.threeDs === null &&
      initiator === "customer"
    const passes = request.threeDs !== null && processor.passesThreeDs === "library"
    const source = await prepared(() => readSource(request, settings))
    if (source === null) return withoutNetworkToken(request)
    const ask = api.asking(mid.credentials, call)
    const own = await prepared(() => processor.chargeFields?.(request, account, ask))
    if (own !== undefined && isDecided(own)) return own.decided
    const message = {
      ...chargeMessage(request, { asks, token, passes }),
      ...source.fields,
      ...own
    }
    const flow = api.flowCall(source.flow, message, mid.credentials, request.currency)
    const built = await api.build(flow)
    const adjusted = source.mark(
      processor.adjust(built, { account, kind: "charge", request, asks })
    )
    if (adjusted === null) return withoutNetworkToken(request)
    const sent = processor.sign?.(adjusted, account) ?? adjusted
    if (call.isLate()) return { _tag: "NotSent", reason: "The request was built too late." }
    const answer = await api.send(sent, call, source.fetch)
    api.noteStatus(mid.credentials, answer)
    const parsed = await api.read(flow, answer)
    const expiresAt = request.sendBefore + (options.payerMinutes ?? 30) * 60_000
    const asked = { kind: "charge", reference, capture } as const
    const complete = (body: Fields) => completed(processor.complete?.(body, asked, ask, account))
    const details = { ...asked, expiresAt, complete }
    const read = await chargeOutcomeOf(processor, answer, parsed, details)
    // The charge was sent, so a failure here must not look like one of the charge.
    const decided =
      read._tag === "Pending"
        ? await processor.decidePending?.(answer, asked, ask).catch(() => null)
        : null
    const outcome = decided ?? read
    return request.isResent === true ? ofResent(outcome, answer.status) : outcome
  }

/**
 * Returns the outcome of a charge that was sent before. A processor may reject a request before it
 * looks at the key, so a rejection says nothing about the earlier call.
 */
const ofResent = (outcome: ChargeOutcome, status: number): ChargeOutcome => {
  if (outcome._tag !== "Declined" || (status !== 400 && status !== 422)) return outcome
  const { rawCode, message } = outcome
  return { _tag: "AccountUnavailable", reason: message ?? rawCode, rawCode }
}

const reasons = {
  agreement: "This connector can't mark charges for an agreement.",
  capture: "A payment by this method can't be held.",
  three_ds: "This connector can't pass an authentication on.",
  verify: "This connector can't check cards without a charge.",
  name: "A charge needs the customer's name.",
  email: "A charge needs the customer's email address.",
  country: "A charge needs the country of the billing address.",
  ip: "A charge needs the IP address of the payer's device."
} as const

/** Returns the first detail of the payer that a charge needs and doesn't have. */
const lackingIn = (
  { customer, billingAddress, device }: ChargeRequest,
  needs: ReadonlyArray<PayerDetail>
): PayerDetail | null => {
  const { country } = billingAddress
  const given = { name: customer?.name, email: customer?.email, country, ip: device?.ip }
  return needs.find((detail) => (given[detail] ?? "") === "") ?? null
}

const refusedHere = (
  rawCode: keyof typeof reasons,
  { title }: Processor<unknown>
): HttpFailure => ({
  _tag: "AccountUnavailable",
  reason: `${title}: ${reasons[rawCode]}`,
  rawCode
})

const isDecided = <Outcome>(fields: Message | Decided<Outcome>): fields is Decided<Outcome> =>
  "decided" in fields

/** Waits for the parts of a request. Nothing was sent if a call before the request failed. */
const prepared = async <Prepared>(
  fields: () => Promise<Prepared> | Prepared
): Promise<Prepared> => {
  try {
    return await fields()
  } catch (failure) {
    const { _tag, reason } = Object(failure)
    if (_tag === "AccountUnavailable") throw failure
    throw { _tag: "NotSent", reason: String(reason ?? failure) } satisfies HttpFailure
  }
}

/** Waits for the amount of an approval. The charge was sent, so it is Unknown if this fails. */
const completed = async <A>(charged: Promise<A | null> | undefined): Promise<A | null> => {
  try {
    return (await charged) ?? null
  } catch (failure) {
    const reason = String(Object(failure).reason ?? failure)
    throw unknown(`The charge was approved, but its amount can't be read. ${reason}`)
  }
}

const modifying =
  (processor: Processor<unknown>, api: Api) =>
  (kind: Exclude<Kind, "charge">) =>
  async (request: ModificationRequest, call: ProviderCall): Promise<ModificationOutcome> => {
    const { credentials } = request.charge.mid
    const account = api.accountOf(credentials)
    const token = await api.tokenOf(credentials, call)
    const ask = api.asking(credentials, call)
    const fields = await prepared(() => processor.modificationFields?.(kind, request, ask, account))
    if (fields !== undefined && isDecided(fields)) return fields.decided
    const message = { ...modificationMessage(kind, request, token), ...fields }
    const flow = api.flowCall(kind, message, credentials, request.currency)
    const built = await api.build(flow)
    const adjusted = processor.adjust(built, { account, kind, request, asks: false })
    const sent = processor.sign?.(adjusted, account) ?? adjusted
    if (call.isLate()) return { _tag: "NotSent", reason: "The request was built too late." }
    const answer = await api.send(sent, call)
    api.noteStatus(credentials, answer)
    const own = processor.modificationOutcome?.(kind, answer, request)
    if (own != null) return own
    return modificationOutcomeOf(answer, await api.read(flow, answer), request.reference)
  }
