import { PayloomError } from "./PayloomError.ts"

/** A page of a list. */
export interface Page<Item> {
  readonly object: "list"
  /** The items of this page. */
  readonly data: ReadonlyArray<Item>
  /** True if another page follows. */
  readonly has_more: boolean
  /** The cursor of the next page. Null if there is none. */
  readonly next_cursor: string | null
}

/**
 * A list. `await` it for its first page, or iterate over all its items with `for await`: further
 * pages are read as they are needed.
 *
 * @example
 * const { data } = await payloom.payments.list({ limit: 10 })
 * for await (const payment of payloom.payments.list({ status: ["succeeded"] })) print(payment)
 */
export interface Pages<Item> extends Promise<Page<Item>>, AsyncIterable<Item> {
  /** Iterates over the pages. */
  readonly pages: () => AsyncIterable<Page<Item>>
}

type Read<Item> = (cursor: string | null) => Promise<Page<Item>>

/** Returns a list whose first page is being read. */
export const pagesOf = <Item>(read: Read<Item>): Pages<Item> => {
  const first = read(null)
  async function* pages() {
    let page = await first
    yield page
    while (page.has_more) {
      const cursor = page.next_cursor
      page = await read(cursor)
      if (page.has_more && page.next_cursor === cursor) throw endless()
      yield page
    }
  }
  async function* items() {
    for await (const { data } of pages()) yield* data
  }
  return Object.assign(first, { pages, [Symbol.asyncIterator]: items })
}

const endless = (): PayloomError =>
  new PayloomError({
    code: "answer_malformed",
    type: "client_error",
    message: "The list answers the same page again and again.",
    outcome: "refused"
  })
