/** A book. Its price is in minor units. */
export interface Book {
  readonly id: string
  readonly title: string
  readonly amount: bigint
  readonly currency: string
}

/** The books that are on sale. */
export const books: ReadonlyArray<Book> = [
  { id: "emma", title: "Emma", amount: 1890n, currency: "EUR" },
  { id: "walden", title: "Walden", amount: 1250n, currency: "EUR" }
]
