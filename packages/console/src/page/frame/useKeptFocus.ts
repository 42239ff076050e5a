import type { RefObject } from "preact"
import { useEffect } from "preact/hooks"

/** An element, and where it was in its parent. */
interface Step {
  readonly element: Element
  readonly parent: Element
  readonly index: number
}

const focusable =
  "a[href], summary, :is(button, input, select, textarea):not(:disabled), [tabindex='0']"

/**
 * Keeps the focus near its place when the focused element is removed or moved, such as the button
 * of an alert that was taken. Otherwise the focus falls to the whole document: the next Tab may
 * begin at its top, and a screen reader loses its place.
 */
export const useKeptFocus = (within: RefObject<HTMLElement | null>): void => {
  useEffect(() => {
    const root = within.current
    if (root === null) return
    let steps: ReadonlyArray<Step> = []
    const remember = ({ target }: FocusEvent) => {
      steps = target instanceof Element && root.contains(target) ? stepsTo(target, root) : []
    }
    const forget = () =>
      queueMicrotask(() => {
        // A person who clicks beside all fields leaves the element, which is still there.
        const [last] = steps
        if (isLost() && last !== undefined && canFocus(last.element) && !isMoved(steps)) steps = []
      })
    const keep = () => {
      if (steps.length > 0 && isLost()) nearest(steps, root)?.focus()
    }
    document.addEventListener("focusin", remember)
    root.addEventListener("focusout", forget)
    const observer = new MutationObserver(keep)
    observer.observe(root, { childList: true, subtree: true, attributeFilter: ["disabled"] })
    return () => {
      document.removeEventListener("focusin", remember)
      root.removeEventListener("focusout", forget)
      observer.disconnect()
    }
  }, [])
}

/** A button that was disabled loses the focus a moment later. */
const isLost = (): boolean => {
  const active = document.activeElement
  return active === null || active === document.body || active.matches(":disabled")
}

const stepsTo = (target: Element, root: Element): ReadonlyArray<Step> => {
  const steps: Array<Step> = []
  for (let element = target; element !== root; ) {
    const parent = element.parentElement
    if (parent === null) break
    steps.push({ element, parent, index: [...parent.children].indexOf(element) })
    element = parent
  }
  return steps
}

const isMoved = (steps: ReadonlyArray<Step>): boolean =>
  steps.some(({ element, parent, index }) => parent.children[index] !== element)

const canFocus = (element: Element): element is HTMLElement =>
  element.isConnected && element.matches(focusable) && element.checkVisibility()

/**
 * Returns the element itself if it can have the focus again, or else one at its place, or near it.
 * Returns null for a button that is disabled for a while.
 */
const nearest = (steps: ReadonlyArray<Step>, root: HTMLElement): HTMLElement | null => {
  const [last] = steps
  if (last === undefined) return null
  if (canFocus(last.element)) return last.element
  if (last.element.isConnected && !isMoved(steps)) return null
  for (const { parent, index } of steps) {
    const beside = parent.children[Math.min(index, parent.children.length - 1)]
    const found = firstIn(beside) ?? firstIn(parent)
    if (found !== null) return found
  }
  return root
}

const firstIn = (element: Element | undefined): HTMLElement | null => {
  if (element === undefined || !element.isConnected) return null
  return [element, ...element.querySelectorAll(focusable)].find(canFocus) ?? null
}
