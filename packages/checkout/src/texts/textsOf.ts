import { en } from "./languages/en.ts"
import type { Language } from "./languages.ts"
import { type Say, speakerOf } from "./speaker.ts"
import type { IntervalUnit, Message, Texts } from "./Texts.ts"

/** Returns the texts of a language from its messages. Missing messages are English. */
export const textsOf = (language: Language, messages: string, locale: string): Texts => {
  const { say, direction, locale: shown } = speakerOf(en, { language, messages, locale })
  return {
    language,
    locale: shown,
    direction,
    ...wordsOf(say),
    ...messagesOf(say),
    declines: { card_declined: say("declines_card_declined"), ...listOf(say, "declines_") },
    advice: listOf(say, "advice_")
  }
}

/** The keys of all messages. A key begins a line. English has all messages. */
const keys: ReadonlyArray<string> = [...en.matchAll(/^[a-z_]+(?= =)/gm)].map(([key]) => key)

const wordsOf = (say: Say) => ({
  pay: (amount: string) => say("pay", { amount }),
  subscribe: (amount: string) => say("subscribe", { amount }),
  startTrial: (amount: string) => say("start_trial", { amount }),
  saveCard: say("save_card"),
  every: (count: number, unit: IntervalUnit) => say(`every_${unit}`, { count }),
  terms: termsOf(say),
  payTo: (merchant: string) => say("pay_to", { merchant }),
  back: (merchant: string) => say("back", { merchant }),
  testMode: say("test_mode"),
  loading: say("loading"),
  attribution: say("attribution"),
  card: {
    title: say("card_title"),
    number: say("card_number"),
    expiry: say("card_expiry"),
    expiryShape: say("card_expiry_shape"),
    securityCode: say("card_security_code"),
    encrypted: say("card_encrypted")
  },
  mistakes: {
    number: say("mistakes_number"),
    expiry: say("mistakes_expiry"),
    expired: say("mistakes_expired"),
    securityCode: say("mistakes_security_code"),
    card: say("mistakes_card"),
    missing: say("mistakes_missing"),
    email: say("mistakes_email"),
    fullName: say("mistakes_full_name"),
    iban: say("mistakes_iban"),
    digits: (count: string) => say("mistakes_digits", { count }),
    entry: say("mistakes_entry")
  },
  cardUnreachable: say("card_unreachable"),
  details: say("details"),
  items: say("items"),
  total: say("total"),
  amounts: {
    subtotal: say("amounts_subtotal"),
    discount: say("amounts_discount"),
    shipping: say("amounts_shipping"),
    tax: say("amounts_tax"),
    duty: say("amounts_duty")
  },
  choose: say("choose"),
  byCard: say("by_card"),
  nextStep: (method: string) => say("next_step", { method }),
  fields: listOf(say, "fields_"),
  optional: (field: string) => say("optional", { field }),
  select: say("select"),
  mandates: {
    debit: (merchant: string) => say("mandates_debit", { merchant }),
    later: say("mandates_later"),
    sepa: say("mandates_sepa"),
    bacs: say("mandates_bacs")
  },
  goOn: say("go_on"),
  chooseAnew: say("choose_anew"),
  instructions: {
    title: say("instructions_title"),
    reference: say("instructions_reference"),
    until: say("instructions_until"),
    copy: say("instructions_copy"),
    copied: say("instructions_copied")
  },
  tryAgain: say("try_again"),
  declined: say("declined"),
  declinedBy: (method: string) => say("declined_by", { method }),
  otherwise: { again: say("otherwise_again"), other: say("otherwise_other") }
})

const termsOf = (say: Say): Texts["terms"] => ({
  today: say("terms_today"),
  todayWithFee: (fee) => say("terms_today_with_fee", { fee }),
  later: ({ trial, ...later }) => {
    if (trial === null) return say("terms_later", later)
    const { days, amount } = trial
    return amount === null
      ? say("terms_later_after_free_trial", { ...later, days })
      : say("terms_later_after_paid_trial", { ...later, days, trial: amount })
  },
  ends: (charges, amount) => say("terms_ends", { charges, amount }),
  nothingLater: say("terms_nothing_later")
})

const messagesOf = (say: Say) => {
  const message = (key: string): Message => ({
    title: say(`${key}_title`),
    text: say(`${key}_text`)
  })
  return {
    challenge: message("challenge"),
    leaving: message("leaving"),
    awaited: message("awaited"),
    confirmHere: message("confirm_here"),
    returned: message("returned"),
    processing: message("processing"),
    processingElsewhere: message("processing_elsewhere"),
    interrupted: message("interrupted"),
    succeeded: message("succeeded"),
    succeededElsewhere: message("succeeded_elsewhere"),
    cardSaved: message("card_saved"),
    subscribed: message("subscribed"),
    expired: message("expired"),
    canceled: message("canceled"),
    failed: message("failed"),
    unreachable: message("unreachable"),
    badLink: message("bad_link"),
    notArrived: message("not_arrived"),
    offline: message("offline"),
    noMethod: message("no_method")
  }
}

/** Returns the messages whose keys begin with a prefix, by the rest of their keys. */
const listOf = (say: Say, prefix: string): Readonly<Record<string, string>> =>
  Object.fromEntries(
    keys.filter((key) => key.startsWith(prefix)).map((key) => [key.slice(prefix.length), say(key)])
  )
