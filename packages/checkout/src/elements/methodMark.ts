import { html, svg } from "lit"

/**
 * Returns the mark of a wallet or an alternative method. It is decorative, because the name is
 * beside it.
 */
export const methodMark = (type: string): unknown =>
  html`<svg class="drawing" viewBox="0 0 40 26" width="40" height="26" aria-hidden="true"
    fill="none" stroke="currentcolor" stroke-width="1.5" stroke-linecap="round"
    stroke-linejoin="round">${things[thingOf(type)]}</svg>`

/** Drawings of things that payment methods are about, in the colour of the text. */
const things = {
  wallet: svg`
    <path d="M9 9.5h20a2 2 0 0 1 2 2v8a2 2 0 0 1-2 2H11a2 2 0 0 1-2-2zM9 9.5l15-4v4" />
    <circle cx="27" cy="15.5" r="0.8" />`,
  bank: svg`<path d="M10 11.5L20 5.5l10 6zM12.5 14v5M17.5 14v5M22.5 14v5M27.5 14v5M10 21.5h20" />`,
  voucher: svg`
    <path d="M12 4.5h16v17l-2.7-1.8-2.6 1.8-2.7-1.8-2.7 1.8-2.6-1.8-2.7 1.8z" />
    <path d="M16 9.5h8M16 13.5h8" />`,
  transfer: svg`<path d="M10 10h19l-4-4M30 17H11l4 4" />`,
  other: svg`<circle cx="20" cy="13" r="8" /><path d="M20 8.500v9M16 13h8" />`
}

/** The thing that a payment method is about, by words in its name. */
const thingsByWord: ReadonlyArray<readonly [RegExp, keyof typeof things]> = [
  [
    /wallet|(^|_)pay($|_)|paypal|alipay|wechat|venmo|twint|blik|swish|vipps|mobilepay|satispay/,
    "wallet"
  ],
  [/voucher|cash|boleto|oxxo|konbini|multibanco|paysafe|barcode/, "voucher"],
  [/transfer|sepa|ach|debit|wire|pix|giropay/, "transfer"],
  [/bank|ideal|eps|sofort|trustly|przelewy|p24|bancontact|fpx|klarna/, "bank"]
]

const thingOf = (name: string): keyof typeof things =>
  thingsByWord.find(([words]) => words.test(name))?.[1] ?? "other"
