import type { Language } from "./languages.ts"
import { en } from "./portal/en.ts"
import { type Say, speakerOf } from "./speaker.ts"
import type { Message } from "./Texts.ts"

/** The texts of the customer portal in one language. It also uses those of the payer's page. */
export interface PortalTexts {
  /** The language as a BCP 47 tag. */
  readonly language: Language
  /** The locale of amounts and dates: the customer's, if it is of this language. */
  readonly locale: string
  /** The direction of the language's script. */
  readonly direction: "ltr" | "rtl"
  /** The name of the page. */
  readonly title: (merchant: string) => string
  /** The titles of the sections, and their texts if they are empty. */
  readonly subscriptions: string
  readonly noSubscriptions: string
  readonly cards: string
  readonly noCards: string
  readonly receipts: string
  readonly noReceipts: string
  /** On the button below a list that has more items. */
  readonly more: string
  /** The name of a subscription without a plan. */
  readonly subscription: string
  /** The status of a subscription. */
  readonly statusActive: string
  readonly statusTrialing: string
  readonly statusPastDue: string
  readonly statusPaused: string
  readonly statusPending: string
  readonly statusEnding: string
  /** The next charge, and the state of a subscription. */
  readonly nextCharge: (amount: string, date: string) => string
  readonly charging: string
  readonly endsOn: (date: string) => string
  readonly pausedText: string
  readonly resumesOn: (date: string) => string
  readonly overdue: (amount: string) => string
  readonly overdueRetry: (date: string) => string
  readonly overdueCard: string
  /** Below a subscription. */
  readonly paidWith: (card: string) => string
  /** The name of a card. */
  readonly cardName: (brand: string, last4: string) => string
  readonly expires: (date: string) => string
  readonly expired: string
  /** On the badge of the default card. */
  readonly isDefault: string
  readonly usedFor: (names: string) => string
  /** On buttons. */
  readonly cancel: string
  readonly undoCancel: string
  readonly pause: string
  readonly resume: string
  readonly pay: (amount: string) => string
  readonly changeCard: string
  readonly addCard: string
  readonly makeDefault: string
  readonly remove: string
  readonly showReceipt: string
  readonly goBack: string
  readonly close: string
  /** In the dialogs: their titles, and what follows from the choice. */
  readonly cancelTitle: string
  readonly cancelAtEnd: (date: string) => string
  readonly cancelNow: string
  readonly pauseTitle: string
  readonly pauseText: string
  readonly removeTitle: string
  readonly removeText: string
  readonly removeMove: (names: string) => string
  readonly removeLast: (names: string) => string
  readonly defaultTitle: string
  readonly defaultMove: (names: string) => string
  readonly changeTitle: string
  readonly changeOverdue: string
  /** After a change. */
  readonly saved: string
  readonly refused: string
  readonly lost: string
  /** In place of the page. */
  readonly sessionOver: Message
  /** On a receipt. */
  readonly receipt: string
  readonly receiptNumber: string
  readonly receiptDate: string
  readonly receiptPeriod: string
  readonly receiptMethod: string
  readonly receiptCustomer: string
  readonly refunded: string
  readonly refundPending: string
  readonly print: string
}

/** Returns the texts of a language from its messages. Missing messages are English. */
export const portalTextsOf = (
  language: Language,
  messages: string,
  locale: string
): PortalTexts => {
  const { say, direction, locale: shown } = speakerOf(en, { language, messages, locale })
  return {
    language,
    locale: shown,
    direction,
    title: (merchant) => say("title", { merchant }),
    subscriptions: say("subscriptions"),
    noSubscriptions: say("no_subscriptions"),
    cards: say("cards"),
    noCards: say("no_cards"),
    receipts: say("receipts"),
    noReceipts: say("no_receipts"),
    more: say("more"),
    subscription: say("subscription"),
    statusActive: say("status_active"),
    statusTrialing: say("status_trialing"),
    statusPastDue: say("status_past_due"),
    statusPaused: say("status_paused"),
    statusPending: say("status_pending"),
    statusEnding: say("status_ending"),
    nextCharge: (amount, date) => say("next_charge", { amount, date }),
    charging: say("charging"),
    endsOn: (date) => say("ends_on", { date }),
    pausedText: say("paused_text"),
    resumesOn: (date) => say("resumes_on", { date }),
    overdue: (amount) => say("overdue", { amount }),
    overdueRetry: (date) => say("overdue_retry", { date }),
    overdueCard: say("overdue_card"),
    paidWith: (card) => say("paid_with", { card }),
    cardName: (brand, last4) => say("card_name", { brand, last4 }),
    expires: (date) => say("expires", { date }),
    expired: say("expired"),
    isDefault: say("default"),
    usedFor: (names) => say("used_for", { names }),
    cancel: say("cancel"),
    undoCancel: say("undo_cancel"),
    pause: say("pause"),
    resume: say("resume"),
    pay: (amount) => say("pay", { amount }),
    changeCard: say("change_card"),
    addCard: say("add_card"),
    makeDefault: say("make_default"),
    remove: say("remove"),
    showReceipt: say("show_receipt"),
    goBack: say("go_back"),
    close: say("close"),
    ...dialogsOf(say)
  }
}

/** Returns the texts of the dialogs, of the outcomes and of receipts. */
const dialogsOf = (say: Say) => ({
  cancelTitle: say("cancel_title"),
  cancelAtEnd: (date: string) => say("cancel_at_end", { date }),
  cancelNow: say("cancel_now"),
  pauseTitle: say("pause_title"),
  pauseText: say("pause_text"),
  removeTitle: say("remove_title"),
  removeText: say("remove_text"),
  removeMove: (names: string) => say("remove_move", { names }),
  removeLast: (names: string) => say("remove_last", { names }),
  defaultTitle: say("default_title"),
  defaultMove: (names: string) => say("default_move", { names }),
  changeTitle: say("change_title"),
  changeOverdue: say("change_overdue"),
  saved: say("saved"),
  refused: say("refused"),
  lost: say("lost"),
  sessionOver: { title: say("session_over_title"), text: say("session_over_text") },
  receipt: say("receipt"),
  receiptNumber: say("receipt_number"),
  receiptDate: say("receipt_date"),
  receiptPeriod: say("receipt_period"),
  receiptMethod: say("receipt_method"),
  receiptCustomer: say("receipt_customer"),
  refunded: say("refunded"),
  refundPending: say("refund_pending"),
  print: say("print")
})
