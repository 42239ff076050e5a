import { Effect } from "effect"
import type { PaymentProvider } from "./PaymentProvider.ts"

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
  const { lookup, refunds, manualCapture, notifications = false } = provider.capabilities
  const modifies = manualCapture || refunds !== "none"
  const promised: ReadonlyArray<readonly [boolean, string, AbsentCall]> = [
    [lookup, "lookup", "lookup"],
    [lookup && modifies, "lookup", "lookupModification"],
    [manualCapture, "manualCapture", "capture"],
    [manualCapture, "manualCapture", "void"],
    [refunds !== "none", "refunds", "refund"],
    [notifications, "notifications", "readNotification"]
  ]
  const empty = promised.find(([isMade, , call]) => isMade && provider[call] === absentCalls[call])
  return empty === undefined ? null : { capability: empty[1], call: empty[2] }
}
