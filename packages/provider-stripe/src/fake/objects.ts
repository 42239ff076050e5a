import type Stripe from "stripe"
import type { FakeCard } from "./cards.ts"

type SetupAttempt = Stripe.SetupAttempt

/** The fields that a caller gives. The other fields get Stripe's defaults. */
type Given<A, Needed extends keyof A> = Pick<A, Needed> & Partial<A>

/** Returns a PaymentIntent. */
export const paymentIntent = (
  given: Given<Stripe.PaymentIntent, "id" | "amount" | "currency" | "created">
): Stripe.PaymentIntent => ({
  object: "payment_intent",
  allowed_payment_method_types: null,
  amount_capturable: 0,
  amount_received: 0,
  application: null,
  application_fee_amount: null,
  automatic_payment_methods: null,
  canceled_at: null,
  cancellation_reason: null,
  capture_method: "automatic",
  client_secret: `${given.id}_secret_fake`,
  confirmation_method: "automatic",
  customer: null,
  customer_account: null,
  description: null,
  excluded_payment_method_types: null,
  last_payment_error: null,
  latest_charge: null,
  livemode: false,
  managed_payments: null,
  metadata: {},
  next_action: null,
  on_behalf_of: null,
  payment_method: null,
  payment_method_configuration_details: null,
  payment_method_options: null,
  payment_method_types: ["card"],
  payment_record: null,
  processing: null,
  receipt_email: null,
  review: null,
  setup_future_usage: null,
  shipping: null,
  source: null,
  statement_descriptor: null,
  statement_descriptor_suffix: null,
  status: "requires_payment_method",
  transfer_group: null,
  ...given
})

/** Returns a Charge. */
export const charge = (
  given: Given<Stripe.Charge, "id" | "amount" | "currency" | "created" | "status">
): Stripe.Charge => ({
  object: "charge",
  amount_captured: 0,
  amount_refunded: 0,
  application: null,
  application_fee: null,
  application_fee_amount: null,
  balance_transaction: null,
  billing_details: { address: null, email: null, name: null, phone: null, tax_id: null },
  calculated_statement_descriptor: null,
  captured: false,
  customer: null,
  description: null,
  disputed: false,
  failure_balance_transaction: null,
  failure_code: null,
  failure_message: null,
  fraud_details: {},
  livemode: false,
  metadata: {},
  on_behalf_of: null,
  outcome: null,
  paid: given.status === "succeeded",
  payment_intent: null,
  payment_method: null,
  payment_method_details: null,
  receipt_email: null,
  receipt_number: null,
  receipt_url: null,
  refunded: false,
  review: null,
  shipping: null,
  source: null,
  source_transfer: null,
  statement_descriptor: null,
  statement_descriptor_suffix: null,
  transfer_data: null,
  transfer_group: null,
  ...given
})

/** Returns the details of a card in a Charge. */
export const chargedCard = (
  { brand, last4, funding, country }: FakeCard,
  given: Partial<Stripe.Charge.PaymentMethodDetails.Card>
): Stripe.Charge.PaymentMethodDetails.Card => ({
  amount_authorized: null,
  authorization_code: null,
  brand,
  checks: { address_line1_check: null, address_postal_code_check: null, cvc_check: "pass" },
  country,
  electronic_commerce_indicator: null,
  exp_month: 12,
  exp_year: 2049,
  fingerprint: `fake_${brand}_${last4}`,
  funding,
  installments: null,
  last4,
  mandate: null,
  network: brand,
  network_transaction_id: null,
  regulated_status: null,
  three_d_secure: null,
  transaction_link_id: null,
  wallet: null,
  ...given
})

/** Returns a SetupIntent. */
export const setupIntent = (
  given: Given<Stripe.SetupIntent, "id" | "created">
): Stripe.SetupIntent => ({
  object: "setup_intent",
  allowed_payment_method_types: null,
  application: null,
  automatic_payment_methods: null,
  cancellation_reason: null,
  client_secret: `${given.id}_secret_fake`,
  customer: null,
  customer_account: null,
  description: null,
  excluded_payment_method_types: null,
  flow_directions: null,
  last_setup_error: null,
  latest_attempt: null,
  livemode: false,
  mandate: null,
  metadata: {},
  next_action: null,
  on_behalf_of: null,
  payment_method: null,
  payment_method_configuration_details: null,
  payment_method_options: null,
  payment_method_types: ["card"],
  single_use_mandate: null,
  status: "requires_payment_method",
  usage: "off_session",
  ...given
})

/** Returns an attempt of a SetupIntent. */
export const setupAttempt = (
  given: Given<SetupAttempt, "id" | "created" | "payment_method" | "setup_intent" | "status">,
  { brand, last4, funding, country }: FakeCard
): SetupAttempt => ({
  object: "setup_attempt",
  application: null,
  customer: null,
  customer_account: null,
  flow_directions: null,
  livemode: false,
  on_behalf_of: null,
  payment_method_details: {
    type: "card",
    card: {
      brand,
      checks: { address_line1_check: null, address_postal_code_check: null, cvc_check: "pass" },
      country,
      exp_month: 12,
      exp_year: 2049,
      funding,
      last4,
      network: brand,
      three_d_secure: null,
      wallet: null
    }
  },
  setup_error: null,
  usage: "off_session",
  ...given
})

/** Returns a PaymentMethod of a card. */
export const cardMethod = (
  given: Given<Stripe.PaymentMethod, "id" | "created">,
  { brand, last4, funding, country }: FakeCard
): Stripe.PaymentMethod => ({
  object: "payment_method",
  billing_details: { address: null, email: null, name: null, phone: null, tax_id: null },
  customer: null,
  customer_account: null,
  livemode: false,
  metadata: {},
  type: "card",
  card: {
    brand,
    checks: null,
    country,
    display_brand: brand,
    exp_month: 12,
    exp_year: 2049,
    fingerprint: `fake_${brand}_${last4}`,
    funding,
    generated_from: null,
    last4,
    networks: null,
    regulated_status: null,
    three_d_secure_usage: { supported: true },
    wallet: null
  },
  ...given
})

/** Returns a Customer. */
export const customer = (given: Given<Stripe.Customer, "id" | "created">): Stripe.Customer => ({
  object: "customer",
  balance: 0,
  default_source: null,
  description: null,
  email: null,
  invoice_settings: {
    custom_fields: null,
    default_payment_method: null,
    footer: null,
    rendering_options: null
  },
  livemode: false,
  metadata: {},
  shipping: null,
  ...given
})

/** Returns a Token. */
export const token = (given: Given<Stripe.Token, "id" | "created">): Stripe.Token => ({
  object: "token",
  client_ip: null,
  livemode: false,
  type: "card",
  used: false,
  ...given
})

/** Returns a Refund. */
export const refund = (
  given: Given<Stripe.Refund, "id" | "amount" | "currency" | "created" | "status">
): Stripe.Refund => ({
  object: "refund",
  balance_transaction: null,
  charge: null,
  customer: null,
  customer_account: null,
  metadata: {},
  payment_intent: null,
  payment_method: null,
  reason: null,
  receipt_number: null,
  source_transfer_reversal: null,
  transfer_reversal: null,
  ...given
})
