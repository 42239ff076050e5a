import type { PlanRecord } from "../../billing/plans/Plan.ts"
import { enrollPaid } from "../../billing/subscriptions/enroll.ts"
import { CustomerCollection } from "../../cards/customers/Customer.ts"
import { newCustomer } from "../../cards/customers/newCustomer.ts"
import type { Agreement } from "../../cards/saved/Agreement.ts"
import {
  newPaymentInstrument,
  PaymentInstrumentCollection,
  type PaymentInstrumentRecord
} from "../../cards/saved/PaymentInstrument.ts"
import type { Followed } from "../../payments/charges/Follower.ts"
import type { PaymentRecord } from "../../payments/charges/Payment.ts"
import type { CommitContext } from "../../platform/events/CommitContext.ts"
import { insert } from "../../platform/storage/Change.ts"
import { agreedTerms } from "./agreedTerms.ts"
import type { CheckoutSessionRecord } from "./CheckoutSession.ts"

/** A session that was just paid, and its payment. */
interface PaidSession {
  readonly session: CheckoutSessionRecord
  /** The subscribed plan. Null for terms without a plan. */
  readonly plan: PlanRecord | null
  readonly agreement: Agreement | null
  readonly payment: PaymentRecord
}

/** The changes that a paid session makes beside its payment. */
interface Kept extends Required<Followed> {
  readonly session: Partial<CheckoutSessionRecord>
}

/**
 * Saves the card that paid if it is to be charged again. The card belongs to the session's
 * customer, or to a new one. In mode `subscription` the subscription begins with it, with its first
 * cycle paid. Returns null if the session saves no card.
 */
export const savedSessionCard = (commit: CommitContext, paid: PaidSession): Kept | null => {
  const { session, agreement } = paid
  const { mode, recovers, savesCard, card } = session
  const isKept = mode === "subscription" || recovers !== undefined || savesCard === true
  if (card === null || !isKept) return null
  const joining = newCustomer(commit)
  const customer = session.customer ?? joining.id
  const instrument: PaymentInstrumentRecord = {
    ...newPaymentInstrument(commit, { customer, card }),
    agreements: agreement === null ? [] : [agreement]
  }
  const begun = mode === "subscription" ? subscribed(commit, instrument, paid) : null
  return {
    changes: [
      ...(session.customer === null ? [insert(commit.scope, CustomerCollection, joining)] : []),
      insert(commit.scope, PaymentInstrumentCollection, instrument),
      ...(begun?.changes ?? [])
    ],
    payment: {
      customer,
      paymentInstrument: instrument.id,
      ...(begun === null ? {} : { billingCycle: begun.cycle.id })
    },
    session: {
      customer,
      instrument: instrument.id,
      ...(begun === null ? {} : { subscription: begun.subscription.id })
    }
  }
}

const subscribed = (
  commit: CommitContext,
  instrument: PaymentInstrumentRecord,
  { session, plan, payment }: PaidSession
) => {
  const terms = agreedTerms(session)
  return terms === null
    ? null
    : enrollPaid(
        commit,
        {
          instrument,
          plan,
          terms,
          consent: { source: "checkout_session", session: session.id },
          metadata: session.metadata
        },
        payment.id
      )
}
