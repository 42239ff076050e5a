/** A dish. Its price is in minor units. */
export interface Dish {
  readonly name: string
  readonly amount: bigint
  readonly currency: string
}

/** Today's menu. */
export const dishes: ReadonlyArray<Dish> = [
  { name: "Soup", amount: 650n, currency: "EUR" },
  { name: "Pasta", amount: 980n, currency: "EUR" }
]
