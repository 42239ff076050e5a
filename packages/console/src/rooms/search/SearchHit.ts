/** A thing that a search found, and where the page shows it. */
export interface SearchHit {
  /** The kind of thing in words, such as `Payment`. */
  readonly kind: string
  readonly title: string
  readonly detail: string | null
  /** The path below the scope. */
  readonly to: string
}

/** The answer to a search, the best hit first. */
export interface SearchAnswer {
  readonly hits: ReadonlyArray<SearchHit>
}
