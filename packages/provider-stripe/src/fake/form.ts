/** A value in a form of Stripe's: a text, a list, or members by name. */
export type FormValue = string | ReadonlyArray<FormValue> | FormTree

/** Members by name. */
export interface FormTree {
  readonly [name: string]: FormValue
}

interface Draft {
  [name: string]: string | Draft
}

/** The greatest depth that a form is read to. No request of Stripe's is deeper. */
const deepest = 8

const partsOf = (name: string): ReadonlyArray<string> =>
  name
    .split("[")
    .slice(0, deepest)
    .map((part) => part.replace(/\]$/, ""))

/** Parses a form such as `a[b]=1&list[0]=x`. A name such as `__proto__` is an ordinary member. */
export const readForm = (text: string): FormTree => {
  const draft: Draft = Object.create(null)
  for (const [name, value] of new URLSearchParams(text)) {
    const parts = partsOf(name)
    let inner = draft
    for (const part of parts.slice(0, -1)) {
      const known = inner[part]
      const next: Draft = typeof known === "object" ? known : Object.create(null)
      inner[part] = next
      inner = next
    }
    inner[parts.at(-1) ?? ""] = value
  }
  return listed(draft) as FormTree
}

/** Turns objects whose members are named 0, 1, 2 and so on into lists. */
const listed = (draft: Draft): FormValue => {
  const entries = Object.entries(draft).map(
    ([name, value]) => [name, typeof value === "string" ? value : listed(value)] as const
  )
  const isList = entries.length > 0 && entries.every(([name], index) => name === String(index))
  return isList ? entries.map(([, value]) => value) : Object.fromEntries(entries)
}
