/** The detail of `payloom-portal-ready`. */
export interface PortalReady {
  /** The name of the page, in the language of the portal. */
  readonly title: string
  /** The language as a BCP 47 tag. */
  readonly language: string
  /** The direction of the language's script. */
  readonly direction: "ltr" | "rtl"
}

/** The events of `<payloom-portal>` by name, with their details. */
export interface PortalEvents {
  readonly "payloom-portal-ready": PortalReady
  /** The customer changed something here. */
  readonly "payloom-portal-changed": null
  /** The session has ended. */
  readonly "payloom-portal-over": null
}

type EventsOf<Details> = { readonly [Name in keyof Details]: CustomEvent<Details[Name]> }

declare global {
  interface HTMLElementEventMap extends EventsOf<PortalEvents> {}
}
