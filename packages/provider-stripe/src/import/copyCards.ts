import type { ImportedCardInput, ImportedCustomerInput } from "@payloom/core"
import type Stripe from "stripe"
import { type ImportSession, inParallel, positionOf, writeBy } from "./ImportSession.ts"
import { cardInput, customerInput, defaultCardOf } from "./objects.ts"
import { pagesOf } from "./StripeReader.ts"

/** The result of a copy of cards, in this run. */
export interface CardCounts {
  /** The customers whose cards were read. */
  readonly customers: number
  /** Their cards, also those that were here already. */
  readonly cards: number
  /** The customers with more cards than one call has. The rest of their cards stay at Stripe. */
  readonly crowded: number
}

/** The most cards of a customer: the limit of one call of Stripe. */
const mostRead = 100

/** The most cards in one commit of core. */
const mostCards = 200

interface CardsOfCustomer {
  readonly customer: ImportedCustomerInput
  readonly cards: ReadonlyArray<ImportedCardInput>
}

/**
 * Copies all cards of all customers. Stripe lists the cards of one customer in a call, so this
 * takes as many calls as there are customers. No subscription needs it. It continues where an
 * earlier run was stopped.
 */
export const copyCards = async (session: ImportSession): Promise<CardCounts> => {
  const { api } = session
  if (api === null) throw new Error("Exported files have few cards: give the account's key.")
  const list = "cards/customers"
  let [customers, cards, crowded] = [0, 0, 0]
  for await (const { data, at } of pagesOf(
    session.reader,
    "customers",
    positionOf(session, list)
  )) {
    if (session.signal.aborted) break
    const found = new Map<string, CardsOfCustomer>()
    await inParallel(data, session.concurrency, async (customer) => {
      found.set(customer.id, await cardsOf(api, customer))
    })
    // In the order of the page, so that the rows of a page are stored in one order.
    const read = data.flatMap(({ id }) => found.get(id) ?? [])
    const parts = inParts(read)
    for (const [nth, part] of parts.entries()) {
      await session.imports.copy({
        ...writeBy(session),
        customers: part.map(({ customer }) => customer),
        cards: part.flatMap((each) => each.cards),
        ...(nth === parts.length - 1 ? { position: { list, at } } : {})
      })
    }
    customers += read.length
    cards += read.reduce((sum, each) => sum + each.cards.length, 0)
    crowded += read.filter(({ customer }) => customer.reasons?.length !== 0).length
    session.onProgress({ list: "customers", seen: customers })
  }
  return { customers, cards, crowded }
}

const cardsOf = async (api: Stripe, customer: Stripe.Customer): Promise<CardsOfCustomer> => {
  const { data, has_more } = await api.customers.listPaymentMethods(customer.id, {
    type: "card",
    limit: mostRead
  })
  const usual = defaultCardOf(customer)
  const cards = [
    ...(usual === null ? [] : [usual]),
    ...data.map((method) => cardInput(method, customer.id))
  ]
  const distinct = new Map(
    cards.flatMap((card) => (card === null ? [] : [[card.externalId, card] as const]))
  )
  return {
    customer: { ...customerInput(customer), reasons: has_more ? ["too_many_cards"] : [] },
    cards: [...distinct.values()]
  }
}

/** Divides customers so that no part has too many cards. */
const inParts = (
  read: ReadonlyArray<CardsOfCustomer>
): ReadonlyArray<ReadonlyArray<CardsOfCustomer>> => {
  const parts: Array<Array<CardsOfCustomer>> = [[]]
  let held = 0
  for (const each of read) {
    if (held + each.cards.length > mostCards) {
      parts.push([])
      held = 0
    }
    parts.at(-1)?.push(each)
    held += each.cards.length
  }
  return parts
}
