import { type Check, compare, countPlace, type Others, oneOf } from "./Check.ts"
import { unknownText } from "./idSlots.ts"
import { answerTo, sendTo } from "./libraryCalls.ts"

/** An operation that finds things by a text. */
interface Finding {
  readonly operation: string
  /** The place of the text in the input. */
  readonly at: string
  /** Returns the texts of others that could be there. */
  readonly of: (others: Others) => ReadonlyArray<string>
  readonly inputWith: (text: string) => unknown
  /** A text with which the own merchant finds something. Null if it is an id. */
  readonly own: string | null
}

const fieldOf = (name: string) => (others: Others) => others.fields.get(name) ?? []
const idsOf = (prefix: string) => (others: Others) => others.ids.get(prefix) ?? []

const findings: ReadonlyArray<Finding> = [
  {
    operation: "reporting.search",
    at: "0",
    of: ({ words }) => [...words],
    inputWith: (text) => text,
    own: "person-00000@shop.example"
  },
  {
    operation: "reporting.search",
    at: "0 of metadata",
    of: fieldOf("order"),
    inputWith: (text) => text,
    own: "order-00000"
  },
  {
    operation: "reporting.payments",
    at: "0.metadata.value",
    of: fieldOf("order"),
    inputWith: (value) => ({ metadata: { key: "order", value } }),
    own: "order-00000"
  },
  {
    operation: "reporting.payments",
    at: "0.customer",
    of: idsOf("customer"),
    inputWith: (customer) => ({ customer }),
    own: null
  },
  {
    operation: "reporting.payments",
    at: "0.mid",
    of: idsOf("mid"),
    inputWith: (mid) => ({ mid }),
    own: null
  },
  {
    operation: "customers.list",
    at: "0.email",
    of: fieldOf("email"),
    inputWith: (email) => ({ email }),
    own: "person-00000@shop.example"
  },
  {
    operation: "webhooks.deliveries",
    at: "0.event",
    of: idsOf("event"),
    inputWith: (event) => ({ event }),
    own: null
  }
]

/** Searches and filters the library's lists by texts of others. */
export const checkTexts = async (check: Check, rounds: number): Promise<void> => {
  for (const finding of findings) {
    for (let round = 0; round < rounds; round++) await checkText(check, finding)
  }
}

const checkText = async (
  check: Check,
  { operation, at, of, inputWith, own }: Finding
): Promise<void> => {
  const foreign = oneOf(check, of(check.others))
  if (foreign === undefined) return
  const place = `${operation} ${at}`
  countPlace(check, place)
  const find = (text: string) =>
    answerTo(check, () => sendTo(check, operation, check.own)(inputWith(text)), { [text]: "TEXT" })
  const given = await find(foreign)
  const expected = await find(unknownText(foreign, check.random))
  compare(check, place, given, expected)
  if (own === null || check.told.has(place)) return
  check.tellable.add(place)
  if ((await find(own)).text !== expected.text) check.told.add(place)
}
