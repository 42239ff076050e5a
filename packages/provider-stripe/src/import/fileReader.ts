import { createReadStream, existsSync } from "node:fs"
import { join } from "node:path"
import { createInterface } from "node:readline"
import { stripeApiVersion } from "../stripeClients.ts"
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

/** The fields of a line that show how it was exported. */
interface Exported {
  readonly object: string
  readonly items?: { readonly data?: ReadonlyArray<object> }
  readonly customer?: string | Exported | null
  readonly default_payment_method?: unknown
  readonly latest_invoice?: unknown
  readonly invoice_settings?: { readonly default_payment_method?: unknown } | null
}

/** Returns why a line would be misread, or null. */
const complaintOf = (line: Exported): string | null => {
  if (line.object !== "subscription" && line.object !== "customer") return null
  const customer = line.object === "customer" ? line : line.customer
  const card = Object(customer) as Exported
  const expanded = [
    ...(line === customer ? [] : [customer, line.default_payment_method, line.latest_invoice]),
    card.invoice_settings?.default_payment_method
  ]
  if (expanded.some((value) => typeof value === "string"))
    return "has ids in place of expanded objects"
  // Before 2025-03-31, the API had the period in the subscription itself. Discounts differed too.
  const [item = { current_period_end: 0 }] = line.items?.data ?? []
  const isCurrent = "current_period_end" in item
  return isCurrent ? null : `is not of the API version ${stripeApiVersion}`
}

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
    const complaint = complaintOf(parsed as Exported)
    if (complaint !== null) throw unreadable(complaint)
    yield parsed as Line
  }
}
