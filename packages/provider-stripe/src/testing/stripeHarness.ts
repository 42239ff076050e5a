import type { CardRelay, ChargeSource, PayerReturn, PaymentProvider } from "@payloom/core"
import type { ProviderHarness, ProviderSources } from "@payloom/testkit"
import { breakableConnection, harnessFaults, losingAnswers } from "@payloom/testkit/fake-provider"
import type Stripe from "stripe"
import type { FakeStripe } from "../fake/index.ts"
import { stripe } from "../stripe.ts"
import { stripeApms } from "../stripeMethods.ts"

/** A way to set up the connector: the source of cards, and the way payers are asked. */
export interface Shape {
  readonly sources: ProviderSources
  readonly threeDs?: "redirect" | "client_side"
  readonly relay?: CardRelay
}

const token = (id: string): ChargeSource => ({ _tag: "Vaulted", vaultReference: id, token: id })

/** The sources that are tokens of Stripe's own. */
export const tokenSources: ProviderSources = {
  approved: token("pm_card_visa"),
  verifiable: token("pm_card_visa"),
  approvedForLess: token("pm_fake_approved_for_less"),
  declined: [
    {
      source: token("pm_card_visa_chargeDeclinedInsufficientFunds"),
      rawCode: "insufficient_funds",
      means: "insufficient_funds"
    },
    {
      source: token("pm_card_visa_chargeDeclinedLostCard"),
      rawCode: "lost_card",
      means: "card_declined"
    },
    {
      source: token("pm_card_chargeDeclinedIncorrectCvc"),
      rawCode: "incorrect_cvc",
      means: "incorrect_cvc"
    },
    {
      source: token("pm_fake_declined_issuer_not_available"),
      rawCode: "issuer_not_available",
      means: "issuer_unavailable"
    }
  ],
  asksPayer: token("pm_card_authenticationRequired"),
  foreign: { _tag: "Vaulted", vaultReference: "card_1" }
}

/** Wraps a fake for the provider contract tests. */
export const stripeHarness = async (fake: FakeStripe, shape: Shape): Promise<ProviderHarness> => {
  const connection = breakableConnection(fake.url)
  const evidence = losingAnswers((path, method) => method === "POST" && /disputes/.test(path))
  const relay = shape.relay && { ...shape.relay, fetch: connection.over(shape.relay.fetch) }
  const connect = (): PaymentProvider =>
    stripe({
      ...fake.address,
      apms: stripeApms,
      accountOf: (name) => fake.account(name),
      fetch: evidence.over(connection.over(fetch)),
      ...(relay === undefined ? {} : { relay }),
      ...(shape.threeDs === undefined ? {} : { threeDs: shape.threeDs })
    })
  fake.revoke("gone")
  const mid = (credentials: string) => ({ id: `mid_${credentials}`, credentials })
  return {
    provider: connect(),
    secondProvider: connect(),
    mid: mid("main"),
    otherMid: mid("other"),
    refusedMid: mid("gone"),
    sources: shape.sources,
    splitAccounts: ["acct_baker"],
    // `providerContract.full.test.ts` holds answers for longer.
    heldForMs: 300,
    leastAmount: { EUR: 50n, JPY: 50n },
    backend: {
      disputes: {
        begin: async (reference) => fake.dashboard.dispute(reference).id,
        lose: async (id) => fake.dashboard.moveDispute(id, "lost"),
        submissions: async (id) => fake.dashboard.disputed(id).evidence_details.submission_count
      },
      charges: async (reference) =>
        fake
          .payments(reference)
          .flatMap(({ payment, charge }) =>
            charge?.status === "succeeded"
              ? [{ amount: minorUnits(charge.amount), currency: payment.currency.toUpperCase() }]
              : []
          ),
      modifications: async (kind, reference) => done(fake, kind, reference),
      splits: async (reference) => transfersOf(fake, reference),
      payerAnswers: async (reference, approves): Promise<PayerReturn> => {
        const { searchParams } = fake.payerAnswers(reference, approves)
        // A voucher that was paid takes days until its money arrives.
        if (fake.payments(reference).some(({ payment }) => payment.status === "processing")) {
          fake.settle(reference, true)
        }
        return shape.threeDs === "client_side"
          ? { result: true }
          : { query: Object.fromEntries(searchParams) }
      },
      approvesReusable: async (reference) => {
        fake.settle(reference, true)
        return null
      },
      notification: async (reference) => eventOf(fake, reference),
      oldNotification: async (reference, at) => eventOf(fake, reference, at)
    },
    faults: evidence.faults(harnessFaults(fake.faults, connection, ["other"]))
  }
}

/**
 * Converts an amount. Stripe counts the contract's currencies, EUR, JPY and KWD, as ISO 4217 does.
 */
const minorUnits = (amount: number): bigint => BigInt(amount)

const done = (fake: FakeStripe, kind: "capture" | "void" | "refund", reference: string) => {
  const all = fake.allPayments()
  if (kind === "refund") {
    return all
      .flatMap(({ refunds }) => refunds)
      .filter((refund) => refund.metadata?.payloom_reference === reference)
      .map(({ amount, status }) => ({
        amount: minorUnits(amount),
        state: status === "pending" ? ("pending" as const) : ("succeeded" as const)
      }))
  }
  if (kind === "capture") {
    return all
      .flatMap(({ captures }) => captures)
      .filter(({ metadata }) => metadata.payloom_capture === reference)
      .map(({ amount }) => ({ amount: minorUnits(amount), state: "succeeded" as const }))
  }
  return all
    .filter(({ payment }) => payment.metadata.payloom_void === reference)
    .filter(({ payment }) => payment.status === "canceled")
    .map(({ charge }) => ({
      amount: minorUnits(charge?.amount ?? 0),
      state: "succeeded" as const
    }))
}

/**
 * Returns the transfer of a charge's part, or the share that a refund reverses. Stripe reverses it
 * in proportion to the refunded amount.
 */
const transfersOf = (fake: FakeStripe, reference: string) => {
  const transferOf = ({ transfer_data: transfer, amount: whole }: Stripe.PaymentIntent) =>
    transfer?.amount == null
      ? []
      : [{ account: String(transfer.destination), amount: minorUnits(transfer.amount), whole }]
  const reversed = fake.allPayments().flatMap(({ payment, refunds }) =>
    refunds
      .filter((refund) => refund.metadata?.payloom_reference === reference)
      .filter((refund) => refund.transfer_reversal !== null)
      .flatMap((refund) =>
        transferOf(payment).map(({ account, amount, whole }) => ({
          account,
          amount: (amount * minorUnits(refund.amount)) / minorUnits(whole)
        }))
      )
  )
  return [...fake.payments(reference).flatMap(({ payment }) => transferOf(payment)), ...reversed]
}

/** Returns the newest event that names a reference, as a signed request. */
const eventOf = async (fake: FakeStripe, reference: string, at?: number) => {
  await new Promise((resolve) => setTimeout(resolve, 5))
  const event = fake.events
    .all()
    .findLast(
      ({ type, data }) =>
        /^(payment_intent|refund|setup_intent)\./.test(type) &&
        JSON.stringify(data.object).includes(reference)
    )
  if (event === undefined) throw new Error(`No event names ${reference}.`)
  return fake.events.sign(event, undefined, at)
}
