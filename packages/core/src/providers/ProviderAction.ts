import { Schema } from "effect"
import { WebUrl } from "../kernel/primitives/WebUrl.ts"
import { KeptJson, KeptText, Reference } from "./bounds.ts"

/** What a provider calls a kind of action. */
const ActionKind = Schema.String.check(Schema.isPattern(/^[A-Za-z][A-Za-z0-9_.-]{0,63}$/))

/** To go to this address, which sends them back. */
export interface RedirectPayer {
  readonly _tag: "Redirect"
  /** An absolute address. */
  readonly url: string
}

/** To pay by themselves, as told and under this reference: by transfer, or in a shop. */
export interface InstructPayer {
  readonly _tag: "Instructions"
  /** For the payer to read. */
  readonly text: string
  /** What the payer names with the money. */
  readonly reference: string
}

/** To be taken through it by the provider's own script, on the page that they are on. */
export interface RunClientSide {
  readonly _tag: "ClientSide"
  /** What the provider calls it: the page has a handler for it. */
  readonly kind: string
  /** What that handler is given. */
  readonly payload: Schema.Json
}

/** What a payer has to do before a charge can go on. */
export type ProviderAction = RedirectPayer | InstructPayer | RunClientSide
export const ProviderAction = Schema.TaggedUnion({
  Redirect: { url: WebUrl },
  Instructions: { text: KeptText, reference: Reference },
  ClientSide: { kind: ActionKind, payload: KeptJson }
})
