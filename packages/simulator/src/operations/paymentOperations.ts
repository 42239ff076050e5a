import {
  AttemptCollection,
  CheckoutSessionCollection,
  CustomerCollection,
  DisputeCollection,
  PaymentCollection,
  PaymentInstrumentCollection,
  type PaymentRecord
} from "@payloom/core"
import { anyCard, ciphertextOf } from "./cards.ts"
import { type Choices, onMerchant, someMetadata } from "./Operation.ts"

const currencies = ["EUR", "EUR", "USD", "JPY"] as const

/** Chooses an amount in minor units. */
export const anyAmount = ({ draw }: Choices): bigint => draw.one([1n, 100n, 900n, 1250n, 99_999n])

/** Chooses a currency. */
const anyCurrency = ({ draw }: Choices): string => draw.one(currencies)

const payment = (choices: Choices): Promise<PaymentRecord> => choices.row(PaymentCollection)

const held = (choices: Choices): Promise<PaymentRecord> =>
  choices.mostly(
    PaymentCollection,
    ({ status }) => status === "authorized" || status === "partially_captured"
  )

const limit = { limit: 20 }

const newPayment = async (choices: Choices) => {
  const { draw } = choices
  const instrument = await choices.row(PaymentInstrumentCollection)
  const isManual = draw.chance()
  if (draw.chance(10)) return { amount: anyAmount(choices), currency: "EUR", type: "one_off" }
  const inParts = draw.chance(30)
  const splits = [{ id: "part", account: "acct_partner", amount: 1n }] as const
  const amount = anyAmount(choices)
  return {
    amount,
    currency: anyCurrency(choices),
    type: "one_off",
    paymentInstrument: instrument.id,
    ...(isManual ? { captureMethod: "manual" } : {}),
    ...(inParts ? { authorization: authorizationOf(isManual) } : {}),
    ...(!inParts && amount > 1n && draw.chance(20) ? { splits } : {}),
    ...someMetadata(choices)
  } as const
}

const authorizationOf = (isManual: boolean) =>
  isManual
    ? { incremental: true, multipleCaptures: true, overCapture: true, partial: true }
    : { partial: true }

/** Charges, their captures, voids and refunds, and disputes. */
export const paymentOperations = {
  ...onMerchant("payments", {
    create: async (choices) => [await newPayment(choices), choices.options],
    list: () => [limit],
    retrieve: async (choices) => [(await payment(choices)).id],
    listAttempts: async (choices) => [(await payment(choices)).id],
    capture: async (choices) => {
      const { id, amount } = await held(choices)
      const whole = choices.draw.chance(40)
      const keepsRest = choices.draw.chance(40)
      const share = whole ? {} : { amount: choices.draw.shareOf(amount) }
      return [id, keepsRest ? { ...share, finalCapture: false } : share, choices.options]
    },
    void: async (choices) => [(await held(choices)).id, {}, choices.options],
    incrementAuthorization: async (choices) => {
      const { id, amount } = await held(choices)
      return [id, { amount: choices.draw.shareOf(amount) }, choices.options]
    },
    refund: async (choices) => {
      const { id, amount } = await choices.mostly(
        PaymentCollection,
        ({ amountCaptured, amountRefunded }) => amountCaptured > amountRefunded
      )
      const whole = choices.draw.chance(40)
      return [id, whole ? {} : { amount: choices.draw.shareOf(amount) }, choices.options]
    },
    listRefunds: async (choices) => [(await payment(choices)).id],
    cancel: async (choices) => [
      (await choices.mostly(PaymentCollection, ({ status }) => status === "requires_payment")).id
    ],
    // Only the truth is resolved by hand: the bank has the money.
    resolveAttempt: async (choices) => {
      const attempt = await choices.row(AttemptCollection)
      const charges = await choices.ground.run(choices.ground.box.bank.charges())
      const isMade = (state: string) => state === "captured" || state === "authorized"
      // An operator who sees another amount in the provider's dashboard leaves it open.
      const charge = choices.draw.one(
        charges.filter(
          ({ reference, state, amount }) =>
            reference === attempt.id && isMade(state) && amount === attempt.facts.amount
        )
      )
      const { providerReference, state } = charge
      return [attempt.id, { _tag: "Charged", captured: state === "captured", providerReference }]
    },
    explain: async (choices) => [(await payment(choices)).id],
    story: async (choices) => [(await payment(choices)).id]
  }),
  ...onMerchant("disputes", {
    list: async (choices) => [
      choices.draw.chance() ? limit : { ...limit, payment: (await payment(choices)).id }
    ],
    retrieve: async (choices) => [(await choices.row(DisputeCollection)).id],
    evidence: async (choices) => [(await choices.row(DisputeCollection)).id],
    submitEvidence: async (choices) => [
      (await choices.row(DisputeCollection)).id,
      { texts: { explanation: `Text ${choices.draw.number() % 3}` } }
    ]
  }),
  ...onMerchant("customers", {
    create: ({ draw, options }) => [
      { name: `${draw.one(["Ada", "Łukasz", "李"])} of ${options.idempotencyKey};` },
      options
    ],
    list: () => [limit],
    retrieve: async (choices) => [(await choices.row(CustomerCollection)).id],
    update: async (choices) => [
      (await choices.row(CustomerCollection)).id,
      { email: `ada-${choices.options.idempotencyKey.replaceAll(" ", "-")}@shop.example` },
      choices.options
    ],
    erase: async (choices) => [(await choices.row(CustomerCollection)).id, choices.options]
  }),
  ...onMerchant("cards", {
    save: async (choices) => {
      const ciphertext = ciphertextOf(anyCard(choices))
      if (choices.draw.chance()) return [{ ciphertext }]
      return [{ ciphertext, customer: (await choices.row(CustomerCollection)).id }]
    }
  }),
  ...onMerchant("paymentInstruments", {
    list: async (choices) => [{ customer: (await choices.row(CustomerCollection)).id }],
    retrieve: async (choices) => [(await choices.row(PaymentInstrumentCollection)).id],
    detach: async (choices) => [(await choices.row(PaymentInstrumentCollection)).id],
    create: async (choices) => {
      const { id } = await choices.row(CustomerCollection)
      const session = await choices.row(CheckoutSessionCollection)
      return [{ customer: id, checkoutSession: session.id }, choices.options]
    }
  })
}
