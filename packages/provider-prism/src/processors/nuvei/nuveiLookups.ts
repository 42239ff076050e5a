import type {
  ChargeFound,
  ChargeLookup,
  ChargeQuery,
  Fields,
  ModificationFound,
  ModificationLookup,
  ModificationQuery
} from "@payloom/core"
import { foundCharge, unavailable } from "../../lookups.ts"
import type { Ask, Money } from "../../Processor.ts"
import type { NuveiAccount } from "./nuvei.ts"
import { transactionBy } from "./nuveiCalls.ts"
import { isTimedOut, processedIn, refusedIn } from "./nuveiPayments.ts"
import { findsByReference, noteFound } from "./nuveiProof.ts"

/** Returns a transaction under our reference, and checks that it is that one. */
const transactionFor = async (
  ask: Ask,
  account: NuveiAccount,
  { reference, providerReference }: Pick<ChargeQuery, "reference" | "providerReference">
): Promise<Fields | "absent" | "unproven" | null> => {
  const by =
    providerReference === null
      ? { clientUniqueId: reference }
      : { transactionId: providerReference }
  const found = await transactionBy(ask, account, by)
  if (found === "absent") {
    if (providerReference !== null) return null
    return (await findsByReference(ask, account)) ? "absent" : "unproven"
  }
  if (found?.clientUniqueId !== reference) return null
  if (providerReference === null) noteFound(account)
  return found
}

const unproven = unavailable("Nothing was found, and nothing was found by its reference before.")

/** Looks a charge up by our reference, or by Nuvei's. */
export const lookUpNuvei = async (
  ask: Ask,
  query: ChargeQuery,
  account: NuveiAccount
): Promise<ChargeLookup> => {
  const transaction = await transactionFor(ask, account, query)
  if (transaction === "absent") return { _tag: "Absent" }
  if (transaction === "unproven") return unproven
  if (transaction === null) return unavailable("The transaction can't be read.")
  const { amount, currency } = query
  const found = chargeIn(transaction, { amount, currency })
  return found ?? unavailable("The transaction's state can't be read.")
}

/**
 * Returns a payment as the engine reads it, or null if it can't be read. A payment that took
 * nothing may have no amount. Then it has the requested one.
 */
export const chargeIn = (transaction: Fields, requested: Money | null): ChargeFound | null => {
  const state = stateIn(transaction)
  const tookNothing = state === "declined" || state === "pending"
  return foundCharge({
    id: transaction.transactionId,
    state,
    money: processedIn(transaction) ?? (tookNothing ? requested : null),
    refused: () => refusedIn(transaction)
  })
}

const stateIn = (transaction: Fields): ChargeFound["state"] | null => {
  const { transactionStatus, transactionType, isVoided } = transaction
  const isPayment = transactionType === "Sale" || transactionType === "Auth"
  switch (String(transactionStatus).toUpperCase()) {
    case "APPROVED":
      if (!isPayment) return null
      if (Number(isVoided) === 1) return "voided"
      return transactionType === "Sale" ? "captured" : "authorized"
    case "PENDING":
      return "pending"
    case "DECLINED":
    case "ERROR":
    case "REDIRECT":
      return isTimedOut(transaction) ? null : "declined"
    default:
      return null
  }
}

const types: Partial<Record<ModificationQuery["kind"], string>> = {
  capture: "Settle",
  void: "Void",
  refund: "Credit"
}

/** Looks a capture, void or refund up by our reference, or by Nuvei's. */
export const lookUpNuveiModification = async (
  ask: Ask,
  query: ModificationQuery,
  account: NuveiAccount
): Promise<ModificationLookup> => {
  const transaction = await transactionFor(ask, account, query)
  if (transaction === "absent") return { _tag: "Absent" }
  if (transaction === "unproven") return unproven
  const found = transaction === null ? null : modificationIn(transaction, query.kind)
  return found ?? unavailable("The transaction can't be read.")
}

/** Returns a capture, void or refund as the engine reads it, or null if it is something else. */
export const modificationIn = (
  transaction: Fields,
  kind: ModificationQuery["kind"]
): ModificationFound | null => {
  const { transactionStatus, transactionType, transactionId } = transaction
  if (types[kind] === undefined || transactionType !== types[kind]) return null
  const providerReference = String(transactionId)
  switch (String(transactionStatus).toUpperCase()) {
    case "APPROVED":
      return { _tag: "Found", state: "succeeded", providerReference, rawCode: null }
    case "PENDING":
      return { _tag: "Found", state: "pending", providerReference, rawCode: null }
    case "DECLINED":
    case "ERROR": {
      if (isTimedOut(transaction)) return null
      const { rawCode } = refusedIn(transaction)
      return { _tag: "Found", state: "failed", providerReference, rawCode }
    }
    default:
      return null
  }
}
