import { createReadStream, existsSync } from "node:fs"
import { join } from "node:path"
import { createInterface } from "node:readline"
import type { ListName, StripeLists, StripeReader } from "./StripeReader.ts"

/** A line of an exported file can't be read. The message names the file and the line. */
export class ExportUnreadable extends Error {}

const linesInPage = 100

/**
 * Creates a reader of exported files: `subscriptions.jsonl` and so on, with an object of Stripe's
 * API on each line. A file that is absent is an empty list. Files don't change, so nothing can be
 * frozen by them.
 */
export const fileReader = (folder: string): StripeReader => {
  const walks = new Map<ListName, Walk>()
  return {
    account: async () => "export",
    page: async (list, after) => {
      const known = walks.get(list)
      const walk =
        known !== undefined && known.last === after ? known : await walkAt(folder, list, after)
      walks.set(list, walk)
      const data: Array<StripeLists[typeof list]> = []
      while (data.length < linesInPage && !walk.isOver()) {
        const next = await walk.next()
        if (next !== null) data.push(next as StripeLists[typeof list])
      }
      walk.last = data.at(-1)?.id ?? walk.last
      return { data, has_more: !walk.isOver() }
    },
    pendingItems: async () => {
      const found = new Set<string>()
      for await (const item of objectsIn(folder, "invoiceitems")) {
        const { customer } = item as { readonly customer?: unknown }
        if (typeof customer === "string") found.add(customer)
      }
      return found
    }
  }
}

/** An object of a line: it has an id, and the rest is read as far as it is there. */
type Line = object & { readonly id: string }

interface Walk {
  last: string | null
  readonly next: () => Promise<Line | null>
  readonly isOver: () => boolean
}

/** Begins a walk through a file, after the object with an id. */
const walkAt = async (folder: string, list: ListName, after: string | null): Promise<Walk> => {
  const lines = objectsIn(folder, list)
  let ahead = await lines.next()
  while (after !== null && ahead.done !== true) {
    const isReached = ahead.value.id === after
    ahead = await lines.next()
    if (isReached) break
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
