import type { CardRelay, ChargeRequest, ChargeSource } from "@payloom/core"
import { placeholders, withMarks } from "./body.ts"
import { type BuiltRequest, type Flow, type Message, secret } from "./library/PrismLibrary.ts"
import { type ChargedToken, chargedToken, networkTokensOf } from "./networkTokens.ts"
import type { Processor } from "./Processor.ts"

/** The settings that decide which sources an account can charge. */
export interface SourceSettings {
  readonly processor: Pick<
    Processor<never>,
    "refusesRelay" | "takesTokens" | "tokenFlow" | "cardFlow" | "networkTokens" | "apms" | "title"
  >
  readonly relay: CardRelay | null
}

/** A source in the library's form, and the way it is sent. */
export interface ReadSource {
  readonly flow: Flow
  readonly fields: Message
  /** Puts the relay's marks in. Returns null if the network token can't be charged. */
  readonly mark: (built: BuiltRequest) => BuiltRequest | null
  /** The relay's `fetch`, if the relay has to send the request. */
  readonly fetch?: typeof fetch
}

/** Returns true if the connector can charge a source. */
export const isChargeable = (source: ChargeSource, settings: SourceSettings): boolean => {
  const { processor, relay } = settings
  switch (source._tag) {
    case "Vaulted":
      if (source.token !== undefined) return processor.takesTokens
      return relay !== null && processor.refusesRelay === null
    case "Apm":
      return Object.hasOwn(processor.apms ?? {}, source.apm)
    default:
      return false
  }
}

const unmarked = (built: BuiltRequest): BuiltRequest => built

/** Returns the fields of the library's charge of a stored payment method. */
const storedFields = (token: string, reference: string): Message => ({
  merchantChargeId: reference,
  connectorRecurringPaymentId: { connectorMandateId: { connectorMandateId: token } }
})

/** Returns a token of the processor's in the library's form. */
const tokenSource = (
  token: string,
  reference: string,
  flow: Processor<never>["tokenFlow"] = "token_authorize"
): ReadSource => {
  switch (flow) {
    case "charge":
      return { flow, fields: storedFields(token, reference), mark: unmarked }
    case "authorize": {
      const fields = { paymentMethod: { token: { token: secret(token) } } }
      return { flow, fields, mark: unmarked }
    }
    case "token_authorize":
      return { flow, fields: { connectorToken: secret(token) }, mark: unmarked }
  }
}

/**
 * Returns a source in the library's form. Throws if the connector can't charge it. Returns null if
 * the card has no network token that can be charged.
 */
export const readSource = async (
  request: ChargeRequest,
  settings: SourceSettings
): Promise<ReadSource | null> => {
  const { source, initiator, reference } = request
  const { processor, relay } = settings
  if (!isChargeable(source, settings)) {
    const reason = `${processor.title} can't charge this source.`
    throw { _tag: "AccountUnavailable", reason, rawCode: "source" }
  }
  if (source._tag === "Apm") {
    const name = processor.apms?.[source.apm] ?? ""
    return { flow: "authorize", fields: { paymentMethod: { [name]: {} } }, mark: unmarked }
  }
  const token = source._tag === "Vaulted" ? source.token : undefined
  if (token !== undefined) return tokenSource(token, reference, processor.tokenFlow)
  if (source._tag !== "Vaulted" || relay === null) {
    throw { _tag: "AccountUnavailable", reason: "There is no relay.", rawCode: "source" }
  }
  const networkTokens = networkTokensOf(processor)
  if (source.usesNetworkToken === true && networkTokens !== null) {
    const token = await chargedToken(request, source.vaultReference, networkTokens, relay)
    return token && { ...cardOf(processor, token), fetch: relay.fetch }
  }
  const found = await relay.marksOf(source.vaultReference)
  // The security code is for the payer's own payments only.
  const marks = { ...found, securityCode: initiator === "customer" ? found.securityCode : null }
  const mark = (built: BuiltRequest) => withMarks(built, marks)
  return { ...cardOf(processor, { holderName: marks.holderName, mark }), fetch: relay.fetch }
}

/** Returns a card in the library's form, with placeholders in place of its details. */
const cardOf = (
  { cardFlow }: SourceSettings["processor"],
  { holderName, mark }: ChargedToken
): Omit<ReadSource, "fetch"> => {
  const cardHolderName = holderName === null ? undefined : secret(holderName)
  if (cardFlow === "authorize") {
    return {
      flow: "authorize",
      fields: { paymentMethod: { card: { ...standIn, cardHolderName } } },
      mark: (built) => mark(withoutStandIn(built))
    }
  }
  return {
    flow: "proxy_authorize",
    fields: {
      cardProxy: {
        // The library puts placeholders of its own in place of these.
        cardNumber: secret("number"),
        cardExpMonth: secret("month"),
        cardExpYear: secret("year"),
        cardCvc: secret("code"),
        cardHolderName
      }
    },
    mark
  }
}

/** A number that the library accepts. No card has it. */
const standInNumber = "4000000000000000006"

/** The card that stands for the real one in the library's `authorize` flow. */
const standIn = {
  cardNumber: secret(standInNumber),
  cardExpMonth: secret(placeholders.expiryMonth),
  cardExpYear: secret(placeholders.expiryYear),
  cardCvc: secret(placeholders.securityCode)
}

const withoutStandIn = (built: BuiltRequest): BuiltRequest => ({
  ...built,
  body: built.body.replaceAll(standInNumber, placeholders.number)
})
