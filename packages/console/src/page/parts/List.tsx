import type { ComponentChildren } from "preact"
import type { Shown } from "../frame/useData.ts"
import { ShowMore, type ShowMoreProps } from "./ShowMore.tsx"
import { Failure, Loading } from "./States.tsx"

interface ListProps extends ShowMoreProps {
  /** The first page of the list. */
  readonly shown: Shown<unknown>
  /** True if no row was found. */
  readonly isEmpty: boolean
  /** The reason why there is no row. */
  readonly none: ComponentChildren
  /** The number of grey lines while the list is loaded. */
  readonly lines: number
  /** The table of the rows. */
  readonly children: ComponentChildren
}

/** A list in each of its states, with the button that loads the next rows. */
export const List = ({ shown, isEmpty, none, lines, more, children }: ListProps) => {
  const { data, error, isStale, reload } = shown
  return (
    <>
      {error !== null && data === null ? <Failure error={error} retry={reload} /> : null}
      {data === null && error === null ? <Loading lines={lines} /> : null}
      {data !== null && isEmpty ? none : null}
      {isEmpty ? null : (
        <div class="card" aria-busy={isStale}>
          {children}
        </div>
      )}
      <ShowMore more={more} />
    </>
  )
}
