import type { Language } from "./languages.ts"

/** A length of time that something is billed for. */
export type IntervalUnit = "day" | "week" | "month" | "year"

/** What a subscription charges after today. */
interface Later {
  /** What each cycle costs. */
  readonly amount: string
  /** How often, as {@link Texts.every} says it. */
  readonly often: string
  /** The date of the first of these charges. */
  readonly from: string
  /** What comes before it, or null where there is none. */
  readonly trial: Trial | null
}

/** A trial, and what it costs: null where nothing. */
export interface Trial {
  readonly days: number
  readonly amount: string | null
}

/** What happened, and what to do about it or what follows. */
export interface Message {
  readonly title: string
  readonly text: string
}

/** The texts within the card fields. */
export interface CardTexts {
  readonly card: {
    readonly title: string
    readonly number: string
    readonly expiry: string
    /** The shape of an expiry, month before year. */
    readonly expiryShape: string
    readonly securityCode: string
  }
  readonly mistakes: {
    readonly number: string
    readonly expiry: string
    readonly expired: string
    readonly securityCode: string
  }
  /** Declines that are about one of the fields, by their codes. */
  readonly declines: Readonly<Record<string, string>>
}

/**
 * Everything that a payer reads, in one language. The names are part of what merchants use: they
 * are the keys of a template's labels, as `relabelled` reads them.
 */
export interface Texts {
  /** The language as a BCP 47 tag. */
  readonly language: Language
  /** The locale that amounts and dates are written in: the payer's, of this language. */
  readonly locale: string
  /** The direction of the language's script. */
  readonly direction: "ltr" | "rtl"
  /** On the button. */
  readonly pay: (amount: string) => string
  readonly subscribe: (amount: string) => string
  /** The same where nothing is due today, with the amount that is charged after the trial. */
  readonly startTrial: (amount: string) => string
  readonly saveCard: string
  /** Behind an amount, such as "every 3 months". */
  readonly every: (count: number, unit: IntervalUnit) => string
  /** What a subscription costs. A merchant's labels leave these sentences as they are. */
  readonly terms: {
    /** Below the amount that is paid now. */
    readonly today: string
    readonly todayWithFee: (fee: string) => string
    /** What is charged after that, and from when. */
    readonly later: (later: Later) => string
    /** So many charges of that amount, and it is over. */
    readonly ends: (charges: number, amount: string) => string
    /** Where there is none of both. */
    readonly nothingLater: string
  }
  /** Names the page for who doesn't see it. */
  readonly payTo: (merchant: string) => string
  readonly back: (merchant: string) => string
  readonly testMode: string
  readonly loading: string
  /** Whose page it is. */
  readonly attribution: string
  readonly card: CardTexts["card"] & { readonly encrypted: string }
  readonly mistakes: CardTexts["mistakes"] & {
    /** The vault took the details for no card. */
    readonly card: string
  }
  /** In the place of the card fields, beside a button to try again. */
  readonly cardUnreachable: string
  /** On a phone, on the button that shows what is paid for. */
  readonly details: string
  /** Above the lines of what is paid, where they are folded away. */
  readonly items: string
  /** Below them, before the amount. */
  readonly total: string
  /** Above the issuer's page. */
  readonly challenge: Message
  /** Above the ways to pay, where there are several. */
  readonly choose: string
  /** One of them. */
  readonly byCard: string
  /** In the place of fields, for methods that have none here. */
  readonly nextBillingAction: (method: string) => string
  /** Before a provider's page is shown. */
  readonly leaving: Message
  /** A provider's page waits for the payer. */
  readonly awaited: Message
  /** A provider's own script asks the payer, on this page. */
  readonly confirmHere: Message
  readonly goOn: string
  readonly chooseAnew: string
  /** Back from a provider's page, in a window that doesn't know which payment it was for. */
  readonly returned: Message
  readonly instructions: {
    readonly title: string
    readonly reference: string
    /** Before a date and a time. */
    readonly until: string
    /** On a button, and on the same one once that is done. */
    readonly copy: string
    readonly copied: string
  }
  readonly processing: Message
  readonly processingElsewhere: Message
  /** The payment may have been sent, and the server can't be asked. */
  readonly interrupted: Message
  readonly succeeded: Message
  readonly succeededElsewhere: Message
  readonly cardSaved: Message
  /** A subscription began without a charge. */
  readonly subscribed: Message
  readonly expired: Message
  readonly canceled: Message
  readonly failed: Message
  /** The page can't be loaded; there is a button to try again. */
  readonly unreachable: Message
  readonly tryAgain: string
  /** Token or key are not valid. */
  readonly badLink: Message
  /** The answer was lost, and the server knows of no payment. */
  readonly notArrived: Message
  /** The payer pressed the button without a connection. */
  readonly offline: Message
  readonly noMethod: Message
  readonly declined: string
  /** The same of a method that is no card. */
  readonly declinedBy: (method: string) => string
  /** What to do where there are other methods: this one may do, or it doesn't. */
  readonly otherwise: { readonly again: string; readonly other: string }
  /** By the decline's code; the plainest where a code is not listed. */
  readonly declines: Readonly<Record<string, string>> & { readonly card_declined: string }
  /** What to do next, by the decline's advice; nothing is said where it is not listed. */
  readonly advice: Readonly<Record<string, string>>
}
