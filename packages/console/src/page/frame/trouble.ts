import { useEffect, useState } from "preact/hooks"

/** A reason why the page may be old. Null if there is none. */
type Trouble = "signed_out" | "unreachable" | "not_live" | null

const reasons = new Set<NonNullable<Trouble>>()
const listeners = new Set<() => void>()

/** Records that a reason holds, or holds no longer. */
export const setTrouble = (reason: NonNullable<Trouble>, holds: boolean): void => {
  if (reasons.has(reason) === holds) return
  if (holds) reasons.add(reason)
  else reasons.delete(reason)
  for (const listener of [...listeners]) listener()
}

const current = (): Trouble =>
  (["signed_out", "unreachable", "not_live"] as const).find((reason) => reasons.has(reason)) ?? null

/** Returns the worst reason why the page may be old. */
export const useTrouble = (): Trouble => {
  const [trouble, setShown] = useState(current)
  useEffect(() => {
    const changed = () => setShown(current())
    listeners.add(changed)
    changed()
    return () => {
      listeners.delete(changed)
    }
  }, [])
  return trouble
}
