import type {
  CardRelay,
  ChargeSource,
  MidAccount,
  PayerReturn,
  PaymentProvider
} from "@payloom/core"
import type { ProviderHarness, ProviderSources } from "@payloom/testkit"
import { breakableConnection, harnessFaults, losingAnswers } from "@payloom/testkit/fake-provider"
import { Effect } from "effect"
import { adyen } from "../adyen.ts"
import { adyenApms } from "../adyenMethods.ts"
import { isCharged } from "../fake/FakeBooks.ts"
import type { FakeAdyen } from "../fake/index.ts"

/** A way to set up the connector: the source of cards, and the way payers are asked. */
export interface Shape {
  readonly sources: ProviderSources
  readonly threeDs?: "redirect" | "client_side"
  readonly relay?: CardRelay
  /** True if the accounts have multiple partial captures turned on. */
  readonly multipleCaptures?: boolean
}

/** Returns the output of Adyen Web's card field on the test platform. */
export const encryptedCard = (
  holderName = "J. Payer",
  number = "4111111111111111"
): Readonly<Record<string, string>> => ({
  type: "scheme",
  encryptedCardNumber: `test_${number}`,
  encryptedExpiryMonth: "test_03",
  encryptedExpiryYear: "test_2030",
  encryptedSecurityCode: "test_737",
  holderName
})

const encrypted = (holderName?: string): ChargeSource => ({
  _tag: "Vaulted",
  vaultReference: JSON.stringify(encryptedCard(holderName))
})

/** Cards that Adyen Web encrypted, by the holder's name. */
export const encryptedSources: ProviderSources = {
  approved: encrypted(),
  verifiable: encrypted(),
  approvedForLess: encrypted("PARTIALLY_APPROVED"),
  approvedInPart: encrypted("PREPAID"),
  pending: encrypted("PENDING"),
  declined: [
    {
      source: encrypted("NOT_ENOUGH_BALANCE"),
      rawCode: "12",
      means: "insufficient_funds"
    },
    { source: encrypted("CARD_EXPIRED"), rawCode: "6", means: "expired_card" },
    { source: encrypted("DECLINED : 51"), rawCode: "2/51", means: "insufficient_funds" },
    { source: encrypted("ISSUER_UNAVAILABLE"), rawCode: "9", means: "issuer_unavailable" },
    { source: encrypted("BLOCK_CARD : 43"), rawCode: "5", means: "card_declined" }
  ],
  asksPayer: encrypted("CHALLENGE"),
  foreign: { _tag: "Vaulted", vaultReference: "card_of_another_vault" }
}

/** Wraps a fake for the provider contract tests. */
export const adyenHarness = async (fake: FakeAdyen, shape: Shape): Promise<ProviderHarness> => {
  const connection = breakableConnection(fake.url)
  const evidence = losingAnswers((path) => path.endsWith("/defendDispute"))
  const { relay, threeDs, multipleCaptures = false, sources } = shape
  fake.revoke("gone")
  const mid = (credentials: string) => ({ id: `mid_${credentials}`, credentials })
  const connect = () =>
    adyen({
      baseUrl: fake.url,
      accountOf: (name) => fake.account(name),
      fetch: evidence.over(connection.over(fetch)),
      multipleCaptures,
      apms: { ...adyenApms, sepa_debit: "sepadirectdebit" },
      ...(relay === undefined ? {} : { relay: { ...relay, fetch: connection.over(relay.fetch) } }),
      ...(threeDs === undefined ? {} : { threeDs })
    })
  const provider = connect()
  const backend = backendOf(fake, threeDs)
  return {
    provider,
    secondProvider: connect(),
    mid: mid("main"),
    otherMid: mid("other"),
    refusedMid: mid("gone"),
    sources,
    splitAccounts: ["BA_BAKER", "BA_BREWER"],
    // `providerContract.full.test.ts` holds answers for longer.
    heldForMs: 300,
    backend: multipleCaptures ? withWebhooks(fake, provider, mid("main"), backend) : backend,
    faults: evidence.faults(harnessFaults(fake.faults, connection))
  }
}

/**
 * Passes each event to the connector before the fake's records are read. The connector cancels the
 * rest of a hold when it reads that the final capture was made.
 */
const withWebhooks = (
  fake: FakeAdyen,
  provider: PaymentProvider,
  mid: MidAccount,
  backend: ProviderHarness["backend"]
): ProviderHarness["backend"] => {
  let read = 0
  return {
    ...backend,
    modifications: async (kind, reference) => {
      const events = fake.events.all().slice(read)
      read += events.length
      for (const event of events) {
        const nobody = { attempt: () => Effect.succeedNone }
        await Effect.runPromise(provider.readNotification(mid, fake.events.sign([event]), nobody))
      }
      return backend.modifications(kind, reference)
    }
  }
}

/** Returns the fake's own records, and its payers and notifications. */
const backendOf = (fake: FakeAdyen, threeDs: Shape["threeDs"]): ProviderHarness["backend"] => ({
  charges: async (reference) =>
    fake
      .payments(reference)
      .filter(isCharged)
      .map(({ authorised, amount: { currency } }) => ({
        amount: minorUnits(authorised, currency),
        currency
      })),
  modifications: async (kind, reference) =>
    [reference, `${reference}-final`]
      .flatMap(fake.modifications)
      .filter((made) => made.kind === kind)
      .flatMap(({ amount: { value, currency }, state }) =>
        state === "succeeded" || state === "pending"
          ? [{ amount: minorUnits(value, currency), state }]
          : []
      ),
  disputes: {
    begin: async (reference) => fake.dashboard.dispute(reference, { eventCode: "CHARGEBACK" }),
    lose: async (dispute) => fake.dashboard.moveDispute(dispute, "DISPUTE_DEFENSE_PERIOD_ENDED"),
    submissions: async (dispute) =>
      fake.events
        .all()
        .filter(
          ({ eventCode, pspReference }) =>
            eventCode === "INFORMATION_SUPPLIED" && pspReference === dispute
        ).length
  },
  splits: async (reference) =>
    fake.splits(reference).flatMap(({ account, amount }) => {
      const currency = currencyOf(fake, reference)
      return account === undefined
        ? []
        : [{ account, amount: minorUnits(amount?.value ?? 0, currency) }]
    }),
  payerAnswers: async (reference, approves): Promise<PayerReturn> => {
    const given = fake.payerAnswers(reference, approves)
    return threeDs === "client_side"
      ? { result: { details: { threeDSResult: given } } }
      : { query: { redirectResult: given } }
  },
  approvesReusable: async (reference) => {
    fake.settle(reference, true)
    const item = fake.events
      .all()
      .find(
        (each) => each.merchantReference === reference && each.eventCode === "RECURRING_CONTRACT"
      )
    return item === undefined ? null : fake.events.sign([item])
  },
  returnsCapture: async (reference) => fake.dashboard.failCapture(reference),
  notification: async (reference) => {
    const item = fake.events.all().findLast((each) => each.merchantReference === reference)
    if (item === undefined) throw new Error(`No event names ${reference}.`)
    return fake.events.sign([item])
  }
})

/** Returns the currency of a payment or a refund. */
const currencyOf = (fake: FakeAdyen, reference: string): string =>
  (fake.payments(reference)[0] ?? fake.modifications(reference)[0])?.amount.currency ?? "EUR"

/** Converts an amount without the connector's function, so that a mistake in that is noticed. */
const minorUnits = (amount: number, currency: string): bigint =>
  currency === "CLP" || currency === "ISK" ? BigInt(amount) / 100n : BigInt(amount)
