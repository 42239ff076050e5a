import type { More } from "../frame/useMore.ts"
import { Failure } from "./States.tsx"

/** The rows that are left to load. */
export interface ShowMoreProps {
  readonly more: Omit<More, "rows" | "pages">
}

/** The button that loads the next rows of a list. */
export const ShowMore = ({ more }: ShowMoreProps) => (
  <>
    {more.error === null ? null : <Failure error={more.error} retry={more.load} />}
    {more.hasMore ? (
      <p class="more">
        <button type="button" onClick={more.load} disabled={more.isLoading}>
          Show more
        </button>
      </p>
    ) : null}
  </>
)
