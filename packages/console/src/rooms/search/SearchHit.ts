import type { SearchHit } from "@payloom/core"

/** The answer to a search, the most exact hit first. */
export interface SearchAnswer {
  readonly hits: ReadonlyArray<SearchHit>
}
