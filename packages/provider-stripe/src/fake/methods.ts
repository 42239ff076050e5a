import type Stripe from "stripe"
import type { KeptPayment } from "./FakeStore.ts"

type NextAction = Stripe.PaymentIntent.NextAction

/** The time and the addresses that a payer's action refers to. */
interface Asked {
  readonly now: number
  /** The page on which the payer answers. */
  readonly url: string
  readonly returnUrl: string | null
  readonly payment: Stripe.PaymentIntent
}

/** An alternative payment method at the fake, by Stripe's documents of each. */
export interface FakeMethod {
  readonly currencies: string
  /** The parameters without which Stripe refuses the method, inside of `payment_method_data`. */
  readonly needs?: string
  readonly canHold?: boolean
  /** `later` if a refund waits for the payer's account. Absent if it succeeds at once. */
  readonly refunds?: "never" | "later"
  /** The payer's action. Absent if the payer has none. */
  readonly asks?: (asked: Asked) => NextAction
  /** True if the money takes days after the payer's action. */
  readonly isSlow?: boolean
  /** True if the payer can't refuse, but lets the action expire. */
  readonly expires?: boolean
}

const daySeconds = 24 * 3600

/** Returns the action of a payer who is redirected. */
export const redirect = ({ url, returnUrl }: Asked): NextAction => ({
  type: "redirect_to_url",
  redirect_to_url: { url, return_url: returnUrl }
})

const debit = { isSlow: true } as const

const account = {
  account_holder_name: "Fake Inc",
  account_holder_address: {},
  bank_address: {},
  bank_name: "Fake Bank"
} as const

/** The accounts that payers transfer money to, by currency. */
const accounts: Readonly<Record<string, object>> = {
  eur: { type: "iban", iban: { ...account, iban: "DE02120300000000202051", bic: "BYLADEM1001" } },
  gbp: {
    type: "sort_code",
    sort_code: { ...account, account_number: "12345678", sort_code: "108800" }
  },
  usd: {
    type: "aba",
    aba: { ...account, account_number: "123456789", routing_number: "110000000" }
  },
  jpy: {
    type: "zengin",
    zengin: { ...account, account_number: "1234567", branch_name: "Main", bank_code: "1" }
  },
  mxn: { type: "spei", spei: { ...account, clabe: "646180111803859359" } }
}

const transfer = ({ payment, url }: Asked): NextAction => ({
  type: "display_bank_transfer_instructions",
  display_bank_transfer_instructions: {
    amount_remaining: payment.amount,
    currency: payment.currency,
    financial_addresses: [accounts[payment.currency]] as never,
    hosted_instructions_url: url,
    reference: payment.id.slice(-8).toUpperCase(),
    type: "eu_bank_transfer"
  }
})

const qrCode = (url: string) => ({ image_url_png: `${url}.png`, image_url_svg: `${url}.svg` })

const konbini = ({ now, url }: Asked): NextAction => ({
  type: "konbini_display_details",
  konbini_display_details: {
    expires_at: now + 3 * daySeconds,
    hosted_voucher_url: url,
    stores: {
      familymart: { payment_code: "123456", confirmation_number: "01234567890" },
      lawson: { payment_code: "654321" },
      ministop: { payment_code: "654321" },
      seicomart: { payment_code: "987654" }
    }
  }
})

const micro = ({ now, url }: Asked): NextAction => ({
  type: "verify_with_microdeposits",
  verify_with_microdeposits: {
    arrival_date: now + 2 * daySeconds,
    hosted_verification_url: url,
    microdeposit_type: "descriptor_code"
  }
})

/** The data of the address of a payer. */
const address = "billing_details[address][line1] billing_details[address][country]"
const payer = "billing_details[name] billing_details[email]"

/** The alternative methods by Stripe's names. */
const methods: Readonly<Record<string, FakeMethod>> = {
  ideal: { currencies: "eur", asks: redirect },
  bancontact: { currencies: "eur", asks: redirect },
  eps: { currencies: "eur", needs: "billing_details[name]", asks: redirect },
  p24: { currencies: "eur pln", needs: "billing_details[email]", asks: redirect },
  paypal: {
    currencies: "aud cad chf czk dkk eur gbp hkd nok nzd pln sek sgd usd",
    canHold: true,
    asks: redirect
  },
  klarna: {
    currencies: "aud cad chf czk dkk eur gbp nok nzd pln ron sek usd",
    canHold: true,
    asks: redirect
  },
  afterpay_clearpay: {
    currencies: "aud cad gbp nzd usd",
    needs: `${payer} ${address}`,
    canHold: true,
    asks: redirect
  },
  amazon_pay: {
    currencies: "aud chf dkk eur gbp hkd jpy nok nzd sek usd zar",
    canHold: true,
    asks: redirect
  },
  revolut_pay: { currencies: "dkk eur gbp huf pln ron", canHold: true, asks: redirect },
  cashapp: {
    currencies: "usd",
    canHold: true,
    asks: ({ url, now }) => ({
      type: "cashapp_handle_redirect_or_display_qr_code",
      cashapp_handle_redirect_or_display_qr_code: {
        hosted_instructions_url: url,
        mobile_auth_url: url,
        qr_code: { ...qrCode(url), expires_at: now + 600 }
      }
    })
  },
  alipay: {
    currencies: "aud cad cny eur gbp hkd jpy myr nzd sgd usd",
    asks: ({ url, returnUrl }) => ({
      type: "alipay_handle_redirect",
      alipay_handle_redirect: { native_data: null, native_url: null, return_url: returnUrl, url }
    })
  },
  wechat_pay: {
    currencies: "aud cad chf cny dkk eur gbp hkd jpy nok sek sgd usd",
    asks: ({ url }) => ({
      type: "wechat_pay_display_qr_code",
      wechat_pay_display_qr_code: {
        ...qrCode(url),
        data: "weixin://fake",
        hosted_instructions_url: url,
        image_data_url: "data:,"
      }
    })
  },
  blik: { currencies: "pln", asks: () => ({ type: "blik_authorize", blik_authorize: {} }) },
  sepa_debit: { currencies: "eur", needs: `${payer} sepa_debit[iban]`, ...debit },
  bacs_debit: {
    currencies: "gbp",
    needs: `${payer} ${address} bacs_debit[account_number] bacs_debit[sort_code]`,
    ...debit
  },
  au_becs_debit: {
    currencies: "aud",
    needs: `${payer} au_becs_debit[account_number] au_becs_debit[bsb_number]`,
    ...debit
  },
  us_bank_account: {
    currencies: "usd",
    needs:
      "billing_details[name] us_bank_account[account_number] us_bank_account[routing_number] " +
      "us_bank_account[account_holder_type]",
    asks: micro,
    ...debit
  },
  multibanco: {
    currencies: "eur",
    needs: "billing_details[email]",
    expires: true,
    isSlow: true,
    refunds: "later",
    asks: ({ now, url }) => ({
      type: "multibanco_display_details",
      multibanco_display_details: {
        entity: "11111",
        reference: "123 456 789",
        expires_at: now + 7 * daySeconds,
        hosted_voucher_url: url
      }
    })
  },
  pix: {
    currencies: "brl",
    expires: true,
    asks: ({ now, url }) => ({
      type: "pix_display_qr_code",
      pix_display_qr_code: {
        ...qrCode(url),
        data: "00020126fake",
        expires_at: now + 14_400,
        hosted_instructions_url: url
      }
    })
  },
  boleto: {
    currencies: "brl",
    needs: `${payer} ${address} boleto[tax_id]`,
    expires: true,
    refunds: "never",
    asks: ({ now, url }) => ({
      type: "boleto_display_details",
      boleto_display_details: {
        number: "01010101010101010101010101010101010101010101010",
        expires_at: now + 3 * daySeconds,
        hosted_voucher_url: url,
        pdf: `${url}.pdf`
      }
    })
  },
  oxxo: {
    currencies: "mxn",
    needs: payer,
    expires: true,
    refunds: "never",
    asks: ({ now, url }) => ({
      type: "oxxo_display_details",
      oxxo_display_details: {
        number: "12345678901234657890123456789012",
        expires_after: now + 3 * daySeconds,
        hosted_voucher_url: url
      }
    })
  },
  konbini: {
    currencies: "jpy",
    needs: payer,
    expires: true,
    refunds: "later",
    asks: konbini
  },
  customer_balance: { currencies: "eur gbp jpy mxn usd", asks: transfer }
}

/** The details of the account that a debit is taken from, by Stripe's names of the methods. */
const accountDetails: Readonly<Record<string, object>> = {
  sepa_debit: { bank_code: "37040044", branch_code: "", country: "DE", last4: "3000" },
  us_bank_account: {
    account_holder_type: "individual",
    account_type: "checking",
    bank_name: "STRIPE TEST BANK",
    last4: "6789",
    routing_number: "110000000"
  },
  bacs_debit: { last4: "2345", sort_code: "108800" },
  au_becs_debit: { bsb_number: "000000", last4: "3456" }
}

/** Returns a charge's details of its payment method. */
export const methodDetails = (type: string): Stripe.Charge.PaymentMethodDetails => {
  const own = accountDetails[type]
  const mandate = `mandate_${type}`
  const account = own === undefined ? {} : { ...own, fingerprint: `fake_${type}`, mandate }
  return { type, [type]: account }
}

/** Returns a method by Stripe's name, or null for cards. */
export const fakeMethod = (type: string): FakeMethod | null =>
  Object.hasOwn(methods, type) ? (methods[type] ?? null) : null

/** Returns the method of a payment, or null if it is paid by card. */
export const methodOfPayment = ({ payment }: KeptPayment): FakeMethod | null =>
  fakeMethod(payment.payment_method_types[0] ?? "card")
