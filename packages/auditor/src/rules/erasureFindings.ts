import type { Audited } from "../Audited.ts"
import type { Finding } from "../Finding.ts"
import { type Books, booksOf } from "../rows/Books.ts"
import type { Document } from "../rows/RawRows.ts"
import type { Customer } from "../rows/rowTypes.ts"

const rule = "erased-stays-erased"

/** Checks that the rows of erased customers have no personal data. */
export const erasureFindings = (books: Books): ReadonlyArray<Finding> =>
  books.erasures
    .filter(({ doneAt }) => doneAt !== null)
    .flatMap(({ id }) => {
      const found = (row: string, sentence: string): Finding => ({ rule, row, sentence })
      const customer = books.find<Customer>("customers", id)
      const payments = books.payments.filter((payment) => payment.customer === id)
      const own = new Set([id, ...payments.map((payment) => payment.id)])
      return [
        ...(customer === undefined ? [] : customerFindings(customer)).map((field) =>
          found(id, `${id} was erased and has ${field}.`)
        ),
        ...payments
          .filter(({ metadata }) => !isEmpty(metadata))
          .map((payment) => found(payment.id, `${payment.id} of ${id} has metadata.`)),
        ...books.attempts
          .filter(({ payment }) => own.has(payment))
          .filter((attempt) => attempt.details !== undefined || attempt.message !== undefined)
          .map((attempt) => found(attempt.id, `${attempt.id} of ${id} has details.`)),
        ...books.events
          .filter(({ data }) => own.has(data.payment_id ?? data.object.id ?? ""))
          .filter(({ data }) => !isEmpty(data.object.metadata))
          .map((event) => found(event.id, `${event.id} of ${id} has metadata.`)),
        ...instruments(books, id).map((card) => found(card, `${card} of ${id} is not detached.`))
      ]
    })

const isEmpty = (metadata: unknown): boolean =>
  metadata === undefined || Object.keys(metadata as object).length === 0

const customerFindings = (customer: Customer): ReadonlyArray<string> => [
  ...(["reference", "email", "name"] as const).filter((field) => customer[field] !== null),
  ...(isEmpty(customer.metadata) ? [] : ["metadata"]),
  ...(Object.values(customer.billingAddress).some((part) => part !== null) ? ["an address"] : []),
  ...(customer.erasedAt === undefined ? ["no time of its erasure"] : [])
]

const instruments = (books: Books, customer: string): ReadonlyArray<string> =>
  books
    .versions("payment_instruments")
    .filter(({ doc }) => doc.customer === customer && doc.detached !== true)
    .map(({ doc }) => doc.id)

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
