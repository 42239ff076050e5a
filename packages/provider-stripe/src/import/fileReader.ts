import { createReadStream, existsSync } from "node:fs"
import { join } from "node:path"
import { createInterface } from "node:readline"
import type { ListName, StripeLists, StripeReader } from "./StripeReader.ts"

/** A line of an exported file can't be read. The message names the file and the line. */
export class ExportUnreadable extends Error {}

/** The account of an import from exported files, which don't name theirs. */
export const exportedAccount = "export"

const linesInPage = 100

/**
 * Creates a reader of exported files: `subscriptions.jsonl` and so on, with an object of Stripe's
 * API on each line. A file that is absent is an empty list. Files don't change, so nothing can be
 * frozen by them.
 */
export const fileReader = (folder: string): StripeReader => {
  const walks = new Map<ListName, Walk>()
  return {
    account: async () => exportedAccount,
    page: async (list, after) => {
      const known = walks.get(list)
      const walk =
        known !== undefined && known.last === after ? known : await walkAt(folder, list, after)
      // A walk that fails ends here: the next one begins with the file as it is then.
      walks.delete(list)
      const data: Array<StripeLists[typeof list]> = []
      while (data.length < linesInPage && !walk.isOver()) {
        const next = await walk.next()
        if (next !== null) data.push(next as StripeLists[typeof list])
      }
      walk.last = data.at(-1)?.id ?? walk.last
      walks.set(list, walk)
      return { data, has_more: !walk.isOver() }
    },
    pendingItems: async () => {
      const found = new Set<string>()
      for await (const item of objectsIn(folder, "invoiceitems")) {
        const { customer, invoice } = item as InvoiceItem
        // Items with an invoice wait for no other one.
        if (invoice == null && typeof customer === "string") found.add(customer)
      }
      return found
    }
  }
}

/** An object of a line: it has an id, and the rest is read as far as it is there. */
type Line = object & { readonly id: string }

interface InvoiceItem {
  readonly customer?: unknown
  readonly invoice?: unknown
}

interface Walk {
  last: string | null
  readonly next: () => Promise<Line | null>
  readonly isOver: () => boolean
}

/**
 * Begins a walk through a file, after the object with an id. If the file was exported again and
 * lacks the object, the walk begins at the first one.
 */
const walkAt = async (folder: string, list: ListName, after: string | null): Promise<Walk> => {
  const lines = objectsIn(folder, list)
  let ahead = await lines.next()
  while (after !== null && ahead.done !== true) {
    const isReached = ahead.value.id === after
    ahead = await lines.next()
    if (isReached) break
    if (ahead.done === true) return walkAt(folder, list, null)
  }
  return {
    last: after,
    isOver: () => ahead.done === true,
    next: async () => {
      if (ahead.done === true) return null
      const { value } = ahead
      ahead = await lines.next()
      return value
    }
  }
}

async function* objectsIn(folder: string, name: string): AsyncGenerator<Line> {
  const file = join(folder, `${name}.jsonl`)
  if (!existsSync(file)) return
  let at = 0
  for await (const line of createInterface({ input: createReadStream(file, "utf8") })) {
    at += 1
    if (line.trim() === "") continue
    const unreadable = (what: string) =>
      new ExportUnreadable(`Line ${at} of ${name}.jsonl ${what}: export the list again.`)
    let parsed: unknown
    try {
      parsed = JSON.parse(line)
    } catch {
      throw unreadable("is no JSON")
    }
    const { id, object } = Object(parsed) as { readonly id?: unknown; readonly object?: unknown }
    if (typeof id !== "string" || typeof object !== "string") {
      throw unreadable("has no id and object of Stripe's API")
    }
    if (`${object}s` !== name) throw unreadable(`is a ${object.slice(0, 40)}`)
    yield parsed as Line
  }
}
