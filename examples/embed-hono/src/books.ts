/** Something to sell; its price is in minor units. */
export interface Book {
  readonly id: string
  readonly title: string
  readonly amount: bigint
  readonly currency: string
}

/** What is on the shelf. */
export const books: ReadonlyArray<Book> = [
  { id: "emma", title: "Emma", amount: 1890n, currency: "EUR" },
  { id: "walden", title: "Walden", amount: 1250n, currency: "EUR" }
]
