import type { Audited } from "../Audited.ts"
import type { Finding } from "../Finding.ts"
import { type Books, booksOf } from "../rows/Books.ts"
import type { Document } from "../rows/RawRows.ts"
import type { Customer, EventRow } from "../rows/rowTypes.ts"

const rule = "erased-stays-erased"

/** Checks that the rows of erased customers have no personal data. */
export const erasureFindings = (books: Books): ReadonlyArray<Finding> => {
  const { erased } = books.facts
  if (erased.size === 0) return []
  const found = (row: string, sentence: string): Finding => ({ rule, row, sentence })
  const payments = books.payments.filter(({ customer }) => erased.has(customer ?? ""))
  const own = new Map([
    ...Array.from(erased, (id) => [id, id] as const),
    ...payments.map(({ id, customer }) => [id, customer ?? ""] as const)
  ])
  const ownerOf = ({ data }: EventRow) => own.get(data.payment_id ?? data.object.id ?? "")
  return [
    ...books.customers
      .filter(({ id }) => erased.has(id))
      .flatMap((customer) =>
        customerFindings(customer).map((field) =>
          found(customer.id, `${customer.id} was erased and has ${field}.`)
        )
      ),
    ...payments
      .filter(({ metadata }) => !isEmpty(metadata))
      .map(({ id, customer }) => found(id, `${id} of ${customer} has metadata.`)),
    ...books.attempts
      .filter(({ payment }) => own.has(payment))
      .filter((attempt) => attempt.details !== undefined || attempt.message !== undefined)
      .map(({ id, payment }) => found(id, `${id} of ${own.get(payment)} has details.`)),
    ...books.events
      .filter((event) => ownerOf(event) !== undefined && !isEmpty(event.data.object.metadata))
      .map((event) => found(event.id, `${event.id} of ${ownerOf(event)} has metadata.`)),
    ...books
      .versions("payment_instruments")
      .filter(({ doc }) => erased.has(String(doc.customer)) && doc.detached !== true)
      .map(({ doc }) => found(doc.id, `${doc.id} of ${doc.customer} is not detached.`))
  ]
}

const isEmpty = (metadata: unknown): boolean =>
  metadata === undefined || Object.keys(metadata as object).length === 0

const customerFindings = (customer: Customer): ReadonlyArray<string> => [
  ...(["reference", "email", "name"] as const).filter((field) => customer[field] !== null),
  ...(isEmpty(customer.metadata) ? [] : ["metadata"]),
  ...(Object.values(customer.billingAddress).some((part) => part !== null) ? ["an address"] : []),
  ...(customer.erasedAt === undefined ? ["no time of its erasure"] : [])
]

/** Checks that no row contains one of the texts that were erased. */
export const erasedTextFindings = (audited: Audited): ReadonlyArray<Finding> => {
  const { erasedTexts } = audited
  if (erasedTexts === undefined || erasedTexts.length === 0) return []
  return booksOf(audited).flatMap((books) =>
    books.collections().flatMap((collection) =>
      books.versions(collection).flatMap(({ doc }) => {
        const text = textOf(doc)
        return erasedTexts
          .filter((erased) => text.includes(erased))
          .map(() => ({
            rule,
            row: doc.id,
            sentence: `${doc.id} in ${collection} still has a text that was erased.`
          }))
      })
    )
  )
}

const textOf = (doc: Document): string => JSON.stringify(doc)
