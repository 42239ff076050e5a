import type { ChargeFound, ChargeLookup, ChargeOutcome, Fields, HttpFailure } from "@payloom/core"
import { readAmount } from "./amounts.ts"
import { stateOf, textOf, timeOf, valueOf } from "./fields.ts"
import type { About, HttpProviderTable } from "./HttpProviderTable.ts"

type Table = Pick<HttpProviderTable<never>, "charge" | "amounts">

/** A charge in the provider's object. Facts that can't be read are null. */
export interface ReadCharge {
  /** The provider's word for the state. */
  readonly word: string | null
  readonly state: ChargeFound["state"] | null
  readonly providerReference: string | null
  readonly amount: bigint | null
  readonly currency: string | null
  readonly amountCaptured: bigint | null
  readonly networkReference: string | null
  readonly authCode: string | null
  readonly holdsUntil: number | null
  readonly rawCode: string | null
  readonly networkCode: string | null
  readonly message: string | null
  readonly payerPage: string | null
  readonly payerUntil: number | null
}

/** Reads a charge in a provider's object. */
export const readCharge = (
  { charge, amounts }: Table,
  object: Fields,
  about: About
): ReadCharge => {
  const text = (field: keyof typeof charge) =>
    field === "states" ? null : textOf(charge[field], object, about)
  const word = text("state")
  const currency = text("currency")?.toUpperCase() ?? null
  const amountAt = (field: "amount" | "amountCaptured") =>
    currency === null ? null : readAmount(valueOf(charge[field], object, about), currency, amounts)
  return {
    word,
    state: stateOf(charge.states, word),
    providerReference: text("id"),
    amount: amountAt("amount"),
    currency,
    amountCaptured: amountAt("amountCaptured"),
    networkReference: text("networkReference"),
    authCode: text("authCode"),
    holdsUntil: timeOf(charge.holdsUntil, object, about),
    rawCode: text("declineCode") ?? word,
    networkCode: text("networkCode"),
    message: text("message"),
    payerPage: text("payerPage"),
    payerUntil: timeOf(charge.payerUntil, object, about)
  }
}

/** Returns the outcome of a charge by the object in the answer. */
export const outcomeOf = (read: ReadCharge, payerUntil: number): ChargeOutcome => {
  const { state, word, providerReference, amount, currency } = read
  switch (state) {
    case "authorized":
    case "captured": {
      if (providerReference === null || amount === null || currency === null) {
        return unknown("The answer has an approval whose amount or id can't be read.")
      }
      const { networkReference, authCode, holdsUntil } = read
      return {
        _tag: "Approved",
        providerReference,
        captured: state === "captured",
        amount,
        currency,
        networkReference,
        authCode,
        holdsUntil
      }
    }
    case "declined": {
      const { networkCode, message } = read
      return { _tag: "Declined", providerReference, ...codeOf(read), networkCode, message }
    }
    case "requires_action": {
      const url = read.payerPage
      if (providerReference === null || url === null) {
        return unknown("The answer asks for the payer, and has no page for them.")
      }
      const action = { _tag: "Redirect", url } as const
      const expiresAt = read.payerUntil ?? payerUntil
      return { _tag: "RequiresAction", providerReference, action, expiresAt }
    }
    case "pending":
      return providerReference === null
        ? unknown("The answer has no id of the charge.")
        : { _tag: "Pending", providerReference }
    default:
      return unknown(`The provider answered with the state ${word}.`)
  }
}

const codeOf = ({ rawCode }: ReadCharge) => ({ rawCode: rawCode ?? "declined" })

/** Returns a charge that was looked up. */
export const foundOf = (read: ReadCharge): ChargeLookup => {
  const { state, word, providerReference, amount, currency } = read
  if (state === null) return unavailable(`The charge has the unknown state ${word}.`)
  if (providerReference === null || amount === null || currency === null) {
    return unavailable("The charge has no id, amount or currency that can be read.")
  }
  const { amountCaptured, networkReference, authCode, holdsUntil } = read
  const isLost = state === "declined" || state === "returned"
  return {
    _tag: "Found",
    state,
    providerReference,
    amount,
    currency,
    networkReference,
    authCode,
    holdsUntil,
    rawCode: isLost ? codeOf(read).rawCode : null,
    ...(state === "declined" ? { networkCode: read.networkCode, message: read.message } : {}),
    ...(amountCaptured === null ? {} : { amountCaptured })
  }
}

/** Returns the outcome of a request that may have been carried out. */
export const unknown = (reason: string): HttpFailure => ({ _tag: "Unknown", reason })

/** Returns a look-up that got no answer which can be read. */
export const unavailable = (reason: string) => ({ _tag: "Unavailable", reason }) as const
