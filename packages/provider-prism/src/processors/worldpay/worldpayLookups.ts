import type {
  ChargeFound,
  ChargeLookup,
  ChargeQuery,
  Fields,
  ModificationLookup,
  ModificationQuery
} from "@payloom/core"
import { at, textOf } from "../../fields.ts"
import { foundCharge, unavailable } from "../../lookups.ts"
import type { Ask } from "../../Processor.ts"
import {
  authorizationIn,
  commandsOf,
  isDone,
  refundableIn,
  settledIn,
  type WorldpayCommand
} from "./worldpayEvents.ts"
import {
  paymentById,
  paymentIdsUnder,
  schemeCode,
  worldpayMoney,
  worldpayReference
} from "./worldpayPayments.ts"

/** Looks a charge up by its reference. */
export const lookUpWorldpay = async (
  ask: Ask,
  { reference, capture }: Pick<ChargeQuery, "reference" | "capture">
): Promise<ChargeLookup> => {
  const [id, ...more] = await paymentIdsUnder(ask, reference)
  if (id === undefined) return { _tag: "Absent" }
  if (more.length > 0) return unavailable("There are several payments under this reference.")
  const payment = await paymentById(ask, id)
  return payment === null
    ? unavailable("Worldpay lists the payment, but doesn't have it yet.")
    : (chargeIn(payment, id, capture) ?? unavailable(`The state ${payment.lastEvent} is unclear.`))
}

/** Looks a refund up among the events of its payment. */
export const lookUpWorldpayRefund = async (
  ask: Ask,
  { kind, reference, providerReference, charge }: ModificationQuery
): Promise<ModificationLookup> => {
  if (kind !== "refund") return { _tag: "Absent" }
  const [id, ...more] = await paymentIdsUnder(ask, charge.reference)
  const payment = id === undefined || more.length > 0 ? null : await paymentById(ask, id)
  if (payment === null) return unavailable("Worldpay doesn't have the refund's payment.")
  const refund = commandsOf(payment).find(
    (each) =>
      each.kind === "refund" &&
      each.reference !== null &&
      [worldpayReference(reference), providerReference].includes(each.reference)
  )
  if (refund === undefined) return { _tag: "Absent" }
  const found = { _tag: "Found", providerReference: providerReference ?? reference } as const
  switch (refund.state) {
    case "requested":
      return { ...found, state: "pending", rawCode: null }
    case "done":
      return { ...found, state: "succeeded", rawCode: null }
    case "timed_out":
      return unavailable("The refund timed out at Worldpay.")
    default:
      return { ...found, state: "failed", rawCode: refund.code ?? "refundRequestSubmissionFailed" }
  }
}

const chargeIn = (payment: Fields, id: string, capture: boolean): ChargeFound | null => {
  const commands = commandsOf(payment)
  const money = worldpayMoney(payment.value)
  const found = foundCharge({
    id,
    state: money === null ? null : stateIn(commands, money.amount, capture),
    money,
    refused: () => {
      const { code, description } = authorizationIn(commands) ?? {}
      return {
        rawCode: code ?? String(payment.lastEvent),
        networkCode: code == null ? null : schemeCode(code),
        message: description ?? null
      }
    }
  })
  return found === null
    ? null
    : {
        ...found,
        networkReference: textOf(at(payment, "scheme").reference)?.trim() ?? null,
        ...(found.amountCaptured === undefined
          ? {}
          : { amountCaptured: settledIn(commands, found.amount) })
      }
}

/** A duplicate says nothing about the payment that it is a duplicate of. */
const duplicates: ReadonlySet<string | null> = new Set([
  "transactionReferenceIsADuplicate",
  "transactionHasAlreadyBeenProcessed"
])

/** Returns the state of a charge, or null if it is unclear. */
const stateIn = (
  commands: ReadonlyArray<WorldpayCommand>,
  whole: bigint,
  capture: boolean
): ChargeFound["state"] | null => {
  const authorization = authorizationIn(commands)
  if (authorization === undefined || authorization.state === "timed_out") return null
  if (authorization.state === "requested") return "pending"
  if (authorization.state !== "done") {
    return duplicates.has(authorization.code) ? null : "declined"
  }
  const refundable = refundableIn(commands, whole)
  if (refundable !== null) return refundable > 0n ? "captured" : "refunded"
  if (isDone(commands, "cancellation") || isDone(commands, "reversal")) return "voided"
  if (commands.some(({ state }) => state === "timed_out")) return null
  return capture || commands.some(({ state }) => state === "requested") ? "pending" : "authorized"
}
