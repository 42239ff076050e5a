import type { ComponentChildren } from "preact"
import type { Failed } from "../frame/api.ts"

interface ReasonFieldProps {
  readonly reason: string
  readonly onReason: (reason: string) => void
}

/** The field for the reason of an act, which the audit log keeps. */
export const ReasonField = ({ reason, onReason }: ReasonFieldProps) => (
  <label class="field">
    <span>Reason</span>
    <textarea
      rows={2}
      maxLength={500}
      value={reason}
      onInput={({ currentTarget }) => onReason(currentTarget.value)}
    />
  </label>
)

interface ActEndProps {
  readonly error: Failed | null
  readonly isReady: boolean
  /** True while the act is done. */
  readonly isBusy: boolean
  readonly onClose: () => void
  /** The text of the button that does the act. */
  readonly children: ComponentChildren
}

/**
 * The end of an act's dialog: why it was refused, and its buttons. The button keeps the focus while
 * the act is done, so it is not disabled then. The form sends nothing meanwhile.
 */
export const ActEnd = ({ error, isReady, isBusy, onClose, children }: ActEndProps) => (
  <>
    {error === null ? null : (
      <p class="complaint" role="alert">
        {error.message}
      </p>
    )}
    <div class="buttons">
      <button type="button" onClick={onClose}>
        Go back
      </button>
      <button type="submit" class="main" disabled={!isReady} aria-disabled={isBusy}>
        {isBusy ? "Working…" : children}
      </button>
    </div>
  </>
)
