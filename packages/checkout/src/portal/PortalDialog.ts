import type { LiveSubscription, SavedInstrument } from "./PortalApi.ts"

/** The open dialog. It keeps the subject as it was when the customer opened it. */
export type PortalDialog =
  | { readonly kind: "cancel"; readonly subscription: LiveSubscription }
  | { readonly kind: "pause"; readonly subscription: LiveSubscription }
  | { readonly kind: "change_card"; readonly subscription: LiveSubscription }
  | { readonly kind: "remove"; readonly instrument: SavedInstrument }
  | { readonly kind: "default"; readonly instrument: SavedInstrument }
  | { readonly kind: "checkout"; readonly title: string }
