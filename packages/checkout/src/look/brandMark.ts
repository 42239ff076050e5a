import { html, svg } from "lit"
import { markName } from "./markName.ts"

/**
 * A sign that we draw ourselves: a brand's short name on a ground by which payers know its cards,
 * with a shape of our own. No brand's logo is copied here.
 */
interface Drawing {
  readonly text: string
  readonly ground: string
  readonly ink: string
  readonly shape: unknown
}

const bar = (colour: string) => svg`<rect x="6" y="20" width="28" height="2" fill=${colour} />`

const dots = (...colours: ReadonlyArray<string>) =>
  colours.map(
    (colour, at) =>
      svg`<circle cx=${20 + 6 * (at - (colours.length - 1) / 2)} cy="20.5" r="2" fill=${colour} />`
  )

const stripes = (...colours: ReadonlyArray<string>) =>
  colours.map((colour, at) => {
    const width = 28 / colours.length
    return svg`<rect x=${6 + at * width} y="19" width=${width} height="3" fill=${colour} />`
  })

const white = "#ffffff"

const drawings: ReadonlyMap<string, Drawing> = new Map([
  ["visa", { text: "VISA", ground: white, ink: "#1a2f7a", shape: bar("#d99a1c") }],
  ["mastercard", { text: "MC", ground: "#262626", ink: white, shape: dots("#e2352b", "#f2a33a") }],
  [
    "maestro",
    { text: "Maestro", ground: white, ink: "#22306b", shape: dots("#c33a31", "#2c83b8") }
  ],
  ["amex", { text: "AMEX", ground: "#1f6fb5", ink: white, shape: bar(white) }],
  ["diners", { text: "Diners", ground: white, ink: "#0b4a75", shape: dots("#0b4a75") }],
  [
    "jcb",
    { text: "JCB", ground: white, ink: "#233a77", shape: stripes("#233a77", "#b5232c", "#1f7d3c") }
  ],
  ["discover", { text: "Discover", ground: white, ink: "#222222", shape: dots("#e8762b") }],
  [
    "unionpay",
    { text: "UPay", ground: "#0f5f6d", ink: white, shape: stripes("#d0353c", "#e9eef2", "#2a7f8c") }
  ],
  [
    "elo",
    { text: "elo", ground: "#111111", ink: white, shape: dots("#f0c52b", "#3ba2d8", "#dd4a3d") }
  ],
  ["mir", { text: "MIR", ground: white, ink: "#1d7a48", shape: bar("#2f8fd1") }],
  ["hipercard", { text: "Hipercard", ground: "#9c1f24", ink: white, shape: bar(white) }],
  ["hiper", { text: "Hiper", ground: "#d2601a", ink: white, shape: bar(white) }],
  ["troy", { text: "troy", ground: white, ink: "#17808c", shape: bar("#9aa0a6") }],
  ["verve", { text: "verve", ground: white, ink: "#1e2a63", shape: dots("#c9302c") }],
  ["rupay", { text: "RuPay", ground: white, ink: "#2b2f74", shape: stripes("#e07b28", "#1f8a4d") }],
  ["cartes_bancaires", { text: "CB", ground: "#1b5a8a", ink: white, shape: bar("#4fae6b") }]
])

/** Wide text is set closer, so that every system's letters fit. */
const lettered = ({ text, ground, ink, shape }: Drawing) => svg`
  <rect x="0.5" y="0.5" width="39" height="25" rx="4" fill=${ground} stroke="#8a919c" />
  <text
    x="20"
    y="15"
    text-anchor="middle"
    textLength=${Math.min(30, text.length * 7.5)}
    lengthAdjust="spacingAndGlyphs"
    font-family="system-ui, sans-serif"
    font-size="11"
    font-weight="800"
    fill=${ink}
  >${text}</text>
  ${shape}`

/** Things that ways to pay are about, in lines of the text's colour. */
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

/** What a way to pay is about, as far as its name tells. */
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

/** Whether there is a drawing for a card's brand; of others the name is written out. */
export const isDrawn = (brand: string): boolean => drawings.has(brand)

/** The sign of a card's brand; for who doesn't see it, its name. */
export const brandMark = (brand: string): unknown => {
  const drawing = drawings.get(brand)
  return drawing === undefined
    ? markName(brand)
    : html`<svg class="drawing" viewBox="0 0 40 26" width="40" height="26" role="img"
        aria-label=${markName(brand)}>${lettered(drawing)}</svg>`
}

/** The sign of a wallet or an alternative method beside its name, which says all that it says. */
export const methodMark = (type: string): unknown =>
  html`<svg class="drawing" viewBox="0 0 40 26" width="40" height="26" aria-hidden="true"
    fill="none" stroke="currentcolor" stroke-width="1.5" stroke-linecap="round"
    stroke-linejoin="round">${things[thingOf(type)]}</svg>`
