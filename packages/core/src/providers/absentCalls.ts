import { Effect } from "effect"
import type { PaymentProvider } from "./PaymentProvider.ts"

const cannotSay = () =>
  Effect.succeed({ _tag: "Unavailable", reason: "It can't be asked." } as const)

const notSupported = (kind: "capture" | "void" | "refund") => () =>
  Effect.succeed({ _tag: "Failed", rawCode: `${kind}_not_supported` } as const)

/** What stands in the place of a function that a connector doesn't have: it does nothing. */
export const absentCalls = {
  lookup: cannotSay,
  lookupModification: cannotSay,
  capture: notSupported("capture"),
  void: notSupported("void"),
  refund: notSupported("refund"),
  cancel: () => Effect.succeed({ _tag: "NotCanceled", reason: "It gives nothing up." } as const),
  readNotification: () => Effect.succeedNone
} satisfies Partial<PaymentProvider>

type AbsentCall = keyof typeof absentCalls

/** What a provider's capabilities promise, with a function that it doesn't have; null if none. */
export const emptyPromise = (
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
