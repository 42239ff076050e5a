import { CardGroup } from "../card/CardGroup.ts"

const inForms = new WeakMap<HTMLFormElement, CardGroup>()
const byName = new Map<string, CardGroup>()

/**
 * The group that an element's field belongs to: the one with its name, wherever in the document
 * the others stand; without a name that of the form around it, and without a form that of the page.
 */
export const groupAround = (element: Element, name: string): CardGroup => {
  const form = name === "" ? formAround(element) : null
  const found = form === null ? byName.get(name) : inForms.get(form)
  if (found !== undefined) return found
  const group = new CardGroup()
  if (form === null) byName.set(name, group)
  else inForms.set(form, group)
  return group
}

/** Looks out of shadow roots too: a form is often of the page, and its fields of a component. */
const formAround = (element: Element): HTMLFormElement | null => {
  const form = element.closest("form")
  const root = element.getRootNode()
  return form ?? (root instanceof ShadowRoot ? formAround(root.host) : null)
}
