import {
  CheckoutSessionCollection,
  CustomerCollection,
  PaymentCollection,
  PaymentInstrumentCollection,
  SubscriptionCollection,
  TemplateCollection,
  ThreeDsSessionCollection
} from "@payloom/core"
import { type SandboxApm, sandboxReturn } from "@payloom/testkit"
import { shopOrigin } from "../ground/openTenants.ts"
import { anyTerms, subscriptionThatIs } from "./billingOperations.ts"
import { anyCard, ciphertextOf } from "./cards.ts"
import { type Choices, onMerchant, onPayer, onPortal, someMetadata } from "./Operation.ts"
import { anyAmount } from "./paymentOperations.ts"

const limit = { limit: 20 }
const returnUrl = `${shopOrigin}/back`

const newSession = async (choices: Choices) => {
  const { draw } = choices
  const mode = draw.one(["payment", "payment", "save_card", "subscription"] as const)
  const known = draw.chance() ? { customer: (await choices.row(CustomerCollection)).id } : {}
  if (mode === "subscription") return { mode, ...known, ...(await anyTerms(choices)) }
  if (mode === "save_card") return { currency: "EUR", ...known }
  const manual = draw.chance(30) ? ({ captureMethod: "manual" } as const) : {}
  return { amount: anyAmount(choices), currency: "EUR", ...known, ...manual }
}

const apms: ReadonlyArray<SandboxApm> = [
  "sandbox_bank",
  "sandbox_voucher",
  "sandbox_transfer",
  "sandbox_app"
]

/** Chooses the data that a payer comes back with, and the attempt that it is about. */
const returning = async ({ ground, tenant, draw }: Choices) => {
  const payment = draw.one(
    (await ground.rows(tenant, PaymentCollection)).filter(
      ({ checkoutSession }) => checkoutSession !== null
    )
  )
  const reference = payment.attempts.at(-1) ?? "none"
  return draw.one([
    () => true as const,
    () => sandboxReturn(reference),
    () => sandboxReturn(reference, true),
    () => sandboxReturn(reference, false)
  ])()
}

const ways = ["card", "card", "card", "wallet", "apm", "apm", "back", "challenge"] as const

const confirmation = async (choices: Choices) => {
  const { draw, ground } = choices
  const way = draw.one(ways)
  if (way === "challenge") {
    const { id } = await choices.row(ThreeDsSessionCollection)
    return { method: "card", threeDsSessionId: id } as const
  }
  const leaving = draw.chance() ? { returnUrl } : {}
  if (way === "apm") return { method: "apm", apm: { type: draw.one(apms) }, returnUrl } as const
  if (way === "back") return { method: "apm", returned: await returning(choices) } as const
  const card = anyCard(choices)
  if (way === "card") {
    return { method: "card", card: { ciphertext: ciphertextOf(card) }, ...leaving } as const
  }
  const wallet = { type: "sandbox_wallet", payload: ground.box.walletPayload(card) }
  return { method: "wallet", wallet, ...leaving } as const
}

/** Checkout sessions, templates, and the payers in sessions. */
export const checkoutOperations = {
  ...onMerchant("checkout", {
    create: async (choices) => [
      { ...(await newSession(choices)), ...someMetadata(choices) },
      choices.options
    ],
    list: async (choices) => [
      choices.draw.chance()
        ? limit
        : { ...limit, customer: (await choices.row(CustomerCollection)).id }
    ],
    retrieve: async (choices) => [(await choices.row(CheckoutSessionCollection)).id],
    cancel: async (choices) => [(await choices.row(CheckoutSessionCollection)).id, choices.options],
    look: async (choices) => [(await choices.row(CheckoutSessionCollection)).id]
  }),
  ...onMerchant("templates", {
    create: (choices) => [{ name: `Template ${choices.draw.number()}` }],
    update: async (choices) => [
      (await choices.row(TemplateCollection)).id,
      { labels: { pay: "Buy" } }
    ],
    publish: async (choices) => [(await choices.row(TemplateCollection)).id],
    retrieve: async (choices) => [(await choices.row(TemplateCollection)).id],
    list: () => [limit]
  }),
  ...onPayer({
    read: () => [],
    confirm: async (choices) => [await confirmation(choices)],
    status: () => []
  })
}

const instrument = async (choices: Choices) => (await choices.row(PaymentInstrumentCollection)).id
const subscription = async (choices: Choices) => (await choices.row(SubscriptionCollection)).id

/** The customers in the portal. */
export const portalOperations = onPortal({
  read: () => [],
  listInstruments: () => [],
  addInstrument: () => [],
  removeInstrument: async (choices) => [await instrument(choices)],
  makeDefault: async (choices) => [
    await instrument(choices),
    { moveSubscriptions: choices.draw.chance() }
  ],
  listSubscriptions: () => [],
  cancel: async (choices) => [
    await subscription(choices),
    choices.draw.chance() ? { cancelAtPeriodEnd: false } : {}
  ],
  undoCancel: async (choices) => [await subscription(choices)],
  pause: async (choices) => [await subscription(choices)],
  resume: async (choices) => [await subscriptionThatIs(choices, "paused")],
  changeInstrument: async (choices) => [
    await subscription(choices),
    { paymentInstrument: await instrument(choices) }
  ],
  payOverdue: async (choices) => [await subscriptionThatIs(choices, "past_due")],
  listReceipts: () => [],
  receipt: async (choices) => [(await choices.row(PaymentCollection)).id]
})
