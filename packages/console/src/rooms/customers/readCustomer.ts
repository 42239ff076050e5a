import { type Scope, SubscriptionCollection } from "@payloom/core"
import { Effect } from "effect"
import type { ConsoleEngine, Read } from "../../Room.ts"
import { accountNames } from "../payments/readPayments.ts"
import { planNames } from "../subscriptions/readSubscriptions.ts"
import type { CustomerView, InstrumentView } from "./CustomerView.ts"

const mostPayments = 10
const mostInstruments = 50
const mostSubscriptions = 20

/** A customer with saved cards, last payments and subscriptions. */
export const readCustomer: Read = {
  path: "/customers/:id",
  run: async ({ merchant, payloom, id }): Promise<CustomerView> => {
    const { scope, customers, reporting, paymentInstruments, audit } = merchant
    const customer = await customers.retrieve(id)
    const [saved, paid, subscribed, accounts, acts] = await Promise.all([
      paymentInstruments.list({ customer: id, limit: mostInstruments }),
      reporting.payments({ customer: id, limit: mostPayments }),
      merchant.subscriptions?.list({ customer: id, limit: mostSubscriptions }),
      accountNames(merchant),
      audit.list({ subject: id, limit: 20 })
    ])
    const subscriptions = subscribed?.data ?? null
    const [plans, instruments] = await Promise.all([
      planNames(
        payloom,
        scope,
        (subscriptions ?? []).map(({ plan }) => plan)
      ),
      Promise.all(
        saved.data.map(
          async (instrument): Promise<InstrumentView> => ({
            instrument,
            billedBy:
              subscriptions === null || instrument.detached
                ? null
                : await billing(payloom, scope, instrument.id)
          })
        )
      )
    ])
    return {
      customer,
      instruments,
      payments: paid.data,
      hasMorePayments: paid.nextCursor !== null,
      accounts,
      subscriptions,
      hasMoreSubscriptions: (subscribed?.nextCursor ?? null) !== null,
      plans,
      hasPortal: merchant.portalSessions !== undefined,
      acts: acts.data
    }
  }
}

/** Returns the id of an open subscription that bills a saved card. Null if there is none. */
const billing = async (
  { services }: ConsoleEngine,
  scope: Scope,
  instrument: string
): Promise<string | null> => {
  const query = { where: { billed: instrument }, order: "asc", limit: 1 } as const
  const [row] = await Effect.runPromise(services.storage.page(scope, SubscriptionCollection, query))
  return row?.row.id ?? null
}
