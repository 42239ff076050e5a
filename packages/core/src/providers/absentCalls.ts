import { Effect } from "effect"
import type { PaymentProvider } from "./PaymentProvider.ts"
import { offersForAny } from "./ProviderCapabilities.ts"

const cannotSay = () =>
  Effect.succeed({ _tag: "Unavailable", reason: "The provider offers no lookup." } as const)

const notSupported = (kind: "capture" | "void" | "refund") => () =>
  Effect.succeed({ _tag: "Failed", rawCode: `${kind}_not_supported` } as const)

/** The stand-ins for functions that a connector lacks. They do nothing. */
export const absentCalls = {
  lookup: cannotSay,
  lookupModification: cannotSay,
  capture: notSupported("capture"),
  void: notSupported("void"),
  refund: notSupported("refund"),
  cancel: () =>
    Effect.succeed({ _tag: "NotCanceled", reason: "The provider can't cancel charges." } as const),
  readNotification: () => Effect.succeedNone
} satisfies Partial<PaymentProvider>

type AbsentCall = keyof typeof absentCalls

/** Returns a capability that is declared without its function, or null if there is none. */
export const missingFunction = (
  provider: Pick<PaymentProvider, "capabilities"> & Partial<PaymentProvider>
): { readonly capability: string; readonly call: string } | null => {
  const { lookup, notifications = false } = provider.capabilities
  const manualCapture = offersForAny(provider.capabilities, (own) => own.manualCapture)
  const refunds = offersForAny(provider.capabilities, (own) => own.refunds !== "none")
  const modifies = manualCapture || refunds
  const promised: ReadonlyArray<readonly [boolean, string, AbsentCall]> = [
    [lookup, "lookup", "lookup"],
    [lookup && modifies, "lookup", "lookupModification"],
    [manualCapture, "manualCapture", "capture"],
    [manualCapture, "manualCapture", "void"],
    [refunds, "refunds", "refund"],
    [notifications, "notifications", "readNotification"]
  ]
  const empty = promised.find(([isMade, , call]) => isMade && provider[call] === absentCalls[call])
  if (empty !== undefined) return { capability: empty[1], call: empty[2] }
  const increments = offersForAny(
    provider.capabilities,
    (own) => own.manualCapture && own.incrementalAuthorization === true
  )
  return increments && provider.increment === undefined
    ? { capability: "incrementalAuthorization", call: "increment" }
    : null
}
