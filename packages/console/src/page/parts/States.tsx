import type { ComponentChildren } from "preact"
import type { Failed } from "../frame/api.ts"

/** A failure, and what to do about it. */
export const Failure = ({ error, retry }: { error: Failed; retry?: () => void }) => (
  <div class="failure" role="alert">
    <p>{error.message}</p>
    {error.request === "" ? null : (
      <p class="soft">
        The request was <code>{error.request}</code>.
      </p>
    )}
    {error.status === 401 ? (
      <button type="button" onClick={() => location.reload()}>
        Reload the page
      </button>
    ) : retry === undefined ? null : (
      <button type="button" onClick={retry}>
        Try again
      </button>
    )}
  </div>
)

/** The text in place of an empty list. */
export const Empty = ({ title, children }: { title: string; children?: ComponentChildren }) => (
  <div class="empty">
    <p class="lead">{title}</p>
    {children}
  </div>
)

/** Grey lines in the place of a list that is loaded. */
export const Loading = ({ lines = 6 }: { lines?: number }) => (
  <div class="loading" role="status" aria-label="Loading">
    {Array.from({ length: lines }, (_, line) => (
      <div key={line} class="bone" />
    ))}
  </div>
)
