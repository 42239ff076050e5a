import { Schema } from "effect"
import { WebUrl } from "../kernel/primitives/WebUrl.ts"
import { KeptJson, KeptText, Reference } from "./bounds.ts"

/** The provider's name for a kind of action. */
const ActionKind = Schema.String.check(Schema.isPattern(/^[A-Za-z][A-Za-z0-9_.-]{0,63}$/))

/** A redirect to an address that sends the payer back. */
export interface RedirectPayer {
  readonly _tag: "Redirect"
  /** An absolute address. */
  readonly url: string
}

/**
 * A payment that the payer makes themselves with this text and reference: a transfer, or in a shop.
 */
export interface InstructPayer {
  readonly _tag: "Instructions"
  /** For the payer to read. */
  readonly text: string
  /** The reference that the payer has to state. */
  readonly reference: string
}

/** An action that the provider's own script runs on the payer's page. */
export interface RunClientSide {
  readonly _tag: "ClientSide"
  /** The provider's name for the action. The page has a handler for it. */
  readonly kind: string
  /** The input of the handler. */
  readonly payload: Schema.Json
}

/** An action that the payer has to take before a charge can continue. */
export type ProviderAction = RedirectPayer | InstructPayer | RunClientSide
export const ProviderAction = Schema.TaggedUnion({
  Redirect: { url: WebUrl },
  Instructions: { text: KeptText, reference: Reference },
  ClientSide: { kind: ActionKind, payload: KeptJson }
})
