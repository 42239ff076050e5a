import { CardGroup } from "../card/CardGroup.ts"

const inForms = new WeakMap<HTMLFormElement, CardGroup>()
const byName = new Map<string, CardGroup>()

/**
 * Returns the group of an element's field: the group of that name in the document. Without a name
 * it is the group of the form around the element, and without a form the group of the page.
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

/**
 * Finds the form also outside of shadow roots, because a page's form may contain a component's
 * fields.
 */
const formAround = (element: Element): HTMLFormElement | null => {
  const form = element.closest("form")
  const root = element.getRootNode()
  return form ?? (root instanceof ShadowRoot ? formAround(root.host) : null)
}
