import type { Choice } from "./Choice.ts"
import type { CheckoutResult, Decline } from "./PayerApi.ts"

/** A message above the form. */
type Notice =
  /** `by` is the declined method, or null if this tab doesn't know it. */
  | { readonly _tag: "declined"; readonly decline: Decline; readonly by: Choice | null }
  | { readonly _tag: "not_arrived" }
  | { readonly _tag: "bad_card" }
  | { readonly _tag: "unavailable" }
  | { readonly _tag: "offline" }

/** The payer's view. `elsewhere` is true if the payment happens, or happened, in another window. */
export type View =
  | { readonly _tag: "loading" }
  | { readonly _tag: "unreachable" }
  | { readonly _tag: "bad_link" }
  /** Back from a provider's page, in a window without a session. */
  | { readonly _tag: "returned" }
  | { readonly _tag: "form"; readonly notice: Notice | null }
  /** The issuer's page for the payer's challenge. */
  | { readonly _tag: "challenge"; readonly id: string; readonly url: string }
  /** On the way to a provider's page. */
  | { readonly _tag: "leaving"; readonly url: string }
  /** A provider's page still waits for the payer, who is here. */
  | { readonly _tag: "awaited"; readonly url: string }
  | {
      readonly _tag: "instructions"
      readonly text: string
      readonly reference: string
      readonly expiresAt: string
    }
  /** The provider's own script asks the payer on this page. They may have closed it. */
  | {
      readonly _tag: "client_side"
      readonly kind: string
      readonly payload: unknown
      readonly isClosed: boolean
    }
  | Processing
  | { readonly _tag: "succeeded"; readonly elsewhere: boolean; readonly payment: string | null }
  | { readonly _tag: "ended"; readonly status: "failed" | "expired" | "canceled" }

/** A payment that is in flight. */
interface Processing {
  readonly _tag: "processing"
  readonly elsewhere: boolean
  /** True if the payer just pressed the button. The form is still shown. */
  readonly inForm: boolean
  /** True if the server doesn't answer. */
  readonly isCutOff: boolean
}

/** The view of an action that the payer has to do. */
export type ActionView = Extract<
  View,
  { readonly _tag: "challenge" | "awaited" | "instructions" | "client_side" }
>

/** The view of an action for a provider's own script. */
export type ClientSideView = Extract<View, { readonly _tag: "client_side" }>

const isWebAddress = (url: string): boolean => /^https?:\/\//.test(url)

/** Returns the view of a result's action, or null if there is none that this page knows. */
export const actionIn = ({ action }: CheckoutResult): ActionView | null => {
  if (action == null) return null
  const { type, session: id, url, text, reference, expires_at: expiresAt, kind, payload } = action
  if (type === "three_ds_challenge" && id !== undefined && url !== undefined) {
    return { _tag: "challenge", id, url }
  }
  if (type === "redirect" && url !== undefined && isWebAddress(url)) return { _tag: "awaited", url }
  if (type === "client_side" && kind !== undefined) {
    return { _tag: "client_side", kind, payload, isClosed: true }
  }
  const isWhole = text !== undefined && reference !== undefined && expiresAt !== undefined
  return type === "instructions" && isWhole
    ? { _tag: "instructions", text, reference, expiresAt }
    : null
}
