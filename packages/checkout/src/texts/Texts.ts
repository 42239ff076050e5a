import type { Language } from "./languages.ts"

/** A unit of a billing interval. */
export type IntervalUnit = "day" | "week" | "month" | "year"

/** The later charges of a subscription. */
interface Later {
  /** The amount of each cycle. */
  readonly amount: string
  /** The interval in the words of {@link Texts.every}. */
  readonly often: string
  /** The date of the first later charge. */
  readonly from: string
  /** The trial before it, or null if there is none. */
  readonly trial: Trial | null
}

/** A trial. Its amount is null if it is free. */
export interface Trial {
  readonly days: number
  readonly amount: string | null
}

/** A part of the amount in the summary. */
export type AmountPart = "subtotal" | "discount" | "shipping" | "tax" | "duty"

/** A title that says what happened, and a text that says what follows or what to do. */
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
  /** The declines that are about one of the fields, by their codes. */
  readonly declines: Readonly<Record<string, string>>
}

/**
 * All texts that a payer reads, in one language. Merchants use the names: they are the keys of a
 * template's labels, as `relabelled` reads them.
 */
export interface Texts {
  /** The language as a BCP 47 tag. */
  readonly language: Language
  /** The locale of amounts and dates: the payer's, if it is of this language. */
  readonly locale: string
  /** The direction of the language's script. */
  readonly direction: "ltr" | "rtl"
  /** On the button. */
  readonly pay: (amount: string) => string
  readonly subscribe: (amount: string) => string
  /** On the button if nothing is due today, with the amount that is charged after the trial. */
  readonly startTrial: (amount: string) => string
  readonly saveCard: string
  /** After an amount, such as "every 3 months". */
  readonly every: (count: number, unit: IntervalUnit) => string
  /** The costs of a subscription. A merchant's labels don't change these sentences. */
  readonly terms: {
    /** Below the amount that is paid now. */
    readonly today: string
    readonly todayWithFee: (fee: string) => string
    /** The later charges, and the date of the first. */
    readonly later: (later: Later) => string
    /** The number of charges and their amount, after which the subscription ends. */
    readonly ends: (charges: number, amount: string) => string
    /** Instead of both, if nothing is charged later. */
    readonly nothingLater: string
  }
  /** The name of the page for screen readers. */
  readonly payTo: (merchant: string) => string
  readonly back: (merchant: string) => string
  readonly testMode: string
  readonly loading: string
  /** The name of the page's provider. */
  readonly attribution: string
  readonly card: CardTexts["card"] & { readonly encrypted: string }
  readonly mistakes: CardTexts["mistakes"] & {
    /** The vault refused the details of the card. */
    readonly card: string
    /** The fields of alternative methods: an empty one, and ones whose form is wrong. */
    readonly missing: string
    readonly email: string
    readonly fullName: string
    readonly iban: string
    readonly digits: (count: string) => string
    readonly entry: string
  }
  /** In the place of the card fields, beside a button to try again. */
  readonly cardUnreachable: string
  /** On a phone, on the button that shows the details of the order. */
  readonly details: string
  /** Above the items, if they are folded. */
  readonly items: string
  /** Below the items, before the amount. */
  readonly total: string
  /** Between the items and the total: the parts of the amount. */
  readonly amounts: Readonly<Record<AmountPart, string>>
  /** Above the issuer's page. */
  readonly challenge: Message
  /** Above the payment methods, if there are several. */
  readonly choose: string
  /** The name of the card as a method. */
  readonly byCard: string
  /** In the place of fields, for methods without fields on this page. */
  readonly nextStep: (method: string) => string
  /** The labels of an alternative method's fields, by the names of the facts in snake case. */
  readonly fields: Readonly<Record<string, string>>
  /** The label of a field that may stay empty. */
  readonly optional: (field: string) => string
  /** The first option of a list, before the payer has chosen. */
  readonly select: string
  /** Beside the button of a debit: the payer's mandate, and the payer's rights by its kind. */
  readonly mandates: {
    readonly debit: (merchant: string) => string
    /** After `debit`, if the account is saved with the payment and debited again later. */
    readonly later: string
    readonly sepa: string
    readonly bacs: string
  }
  /** Before a redirect to a provider's page. */
  readonly leaving: Message
  /** A provider's page waits for the payer. */
  readonly awaited: Message
  /** A provider's own script asks the payer on this page. */
  readonly confirmHere: Message
  readonly goOn: string
  readonly chooseAnew: string
  /** Back from a provider's page, in a window that doesn't know the payment. */
  readonly returned: Message
  readonly instructions: {
    readonly title: string
    readonly reference: string
    /** Before a date and a time. */
    readonly until: string
    /** On a button, before and after it has copied. */
    readonly copy: string
    readonly copied: string
  }
  readonly processing: Message
  readonly processingElsewhere: Message
  /** The payment may have been sent, and the server doesn't answer. */
  readonly interrupted: Message
  readonly succeeded: Message
  readonly succeededElsewhere: Message
  readonly cardSaved: Message
  /** A subscription began without a charge. */
  readonly subscribed: Message
  readonly expired: Message
  readonly canceled: Message
  readonly failed: Message
  /** The page can't be loaded. There is a button to try again. */
  readonly unreachable: Message
  readonly tryAgain: string
  /** The token or the key is not valid. */
  readonly badLink: Message
  /** The answer was lost, and the server knows of no payment. */
  readonly notArrived: Message
  /** The payer pressed the button without a connection. */
  readonly offline: Message
  readonly noMethod: Message
  readonly declined: string
  /** A decline of a method that is no card. */
  readonly declinedBy: (method: string) => string
  /** The advice if there are other methods: this one may work, or it won't. */
  readonly otherwise: { readonly again: string; readonly other: string }
  /** The texts of declines by code. Unlisted codes get the text of `card_declined`. */
  readonly declines: Readonly<Record<string, string>> & { readonly card_declined: string }
  /** The texts of advice by name. Unlisted advice has no text. */
  readonly advice: Readonly<Record<string, string>>
}
