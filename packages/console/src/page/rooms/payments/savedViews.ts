import { toast } from "../../parts/Toast.tsx"

/** A named list of payments. It is an address, kept in this browser. */
export interface SavedView {
  readonly name: string
  /** The filters of the address. */
  readonly query: string
}

const key = "payloom.console.views"

/** Returns the views that this browser keeps. */
export const savedViews = (): ReadonlyArray<SavedView> => {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(key) ?? "[]")
    return Array.isArray(kept) ? kept.filter(isView) : []
  } catch {
    return []
  }
}

const isView = (kept: unknown): kept is SavedView =>
  typeof kept === "object" &&
  kept !== null &&
  typeof (kept as Partial<SavedView>).name === "string" &&
  typeof (kept as Partial<SavedView>).query === "string"

/** Keeps a view in place of another one of the same name. Returns all views. */
export const saveView = (view: SavedView): ReadonlyArray<SavedView> =>
  keep([...savedViews().filter(({ name }) => name !== view.name), view])

/** Forgets a view. Returns the others. */
export const forgetView = (name: string): ReadonlyArray<SavedView> =>
  keep(savedViews().filter((view) => view.name !== name))

const keep = (views: ReadonlyArray<SavedView>): ReadonlyArray<SavedView> => {
  try {
    localStorage.setItem(key, JSON.stringify(views))
    return views
  } catch {
    toast("This browser has no room for it. Its address works all the same.")
    return savedViews()
  }
}
