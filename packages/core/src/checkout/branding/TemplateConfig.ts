import { Result, Schema } from "effect"
import { Base64 } from "effect/encoding"
import { freeText } from "../../kernel/primitives/FreeText.ts"
import { Locale } from "../../kernel/primitives/Locale.ts"
import { PaymentMethod } from "../../kernel/primitives/PaymentMethod.ts"
import { refusedAs } from "../../kernel/primitives/RefusalCode.ts"

const mustBe = (expected: string) => refusedAs("parameter_invalid", expected)

const maxLogoBytes = 32 * 1024

const logoUrl = /^data:image\/(png|svg\+xml);base64,([A-Za-z0-9+/]+={0,2})$/

const isLogo = (url: string): boolean => {
  if (url === "") return true
  const [, type, base64] = logoUrl.exec(url) ?? []
  if (base64 === undefined || base64.length > Math.ceil(maxLogoBytes / 3) * 4) return false
  return type === "png" ? base64.startsWith(pngSignature) : isSvg(base64)
}

const pngSignature = "iVBORw0KGgo"

const isSvg = (base64: string): boolean =>
  Result.match(Base64.decodeString(base64), {
    onFailure: () => false,
    onSuccess: (text) => /<svg[\s>]/.test(text)
  })

/**
 * A logo as a `data:` URL, because a payer's page loads nothing from third parties. Empty for none.
 * Show it in an `img` element, in which a browser runs no scripts of an SVG and loads nothing.
 */
const Logo = Schema.String.check(
  Schema.makeFilter(isLogo, mustBe("a data: URL with a PNG or SVG of at most 32 KiB in base64"))
)

const Colour = Schema.String.check(
  Schema.isPattern(/^#(?:[0-9a-f]{3}|[0-9a-f]{6})$/i, mustBe("a colour such as #2563eb"))
)

const keysLike = (pattern: RegExp, expected: string) =>
  Schema.makeFilter(
    (record: object) => Object.keys(record).every((key) => pattern.test(key)),
    mustBe(`an object with ${expected} as keys`)
  )

const Labels = Schema.Record(Schema.String, freeText(200)).check(
  Schema.isMaxProperties(100, mustBe("at most 100 texts")),
  keysLike(/^[a-z][a-z0-9_]{0,39}$/, "names of at most 40 lower-case letters, digits and _")
)

const isLocale = Schema.is(Locale)

const LabelsByLocale = Schema.Record(Schema.String, Labels).check(
  Schema.isMaxProperties(50, mustBe("at most 50 locales")),
  Schema.makeFilter(
    (byLocale: object) => Object.keys(byLocale).every((key) => isLocale(key)),
    mustBe("an object with BCP 47 language tags as keys")
  )
)

const distinct = <S extends Schema.Codec<string, string>>(item: S) =>
  Schema.Array(item).check(Schema.isUnique(mustBe("a list without repetitions")))

/** The list hides at most all methods but one. */
const HiddenMethods = distinct(PaymentMethod).check(
  Schema.isMaxLength(PaymentMethod.literals.length - 1, mustBe("a list that leaves a method"))
)

const Markets = Schema.Record(
  Schema.String,
  Schema.Struct({
    order: Schema.optionalKey(distinct(PaymentMethod)),
    hidden: Schema.optionalKey(HiddenMethods)
  })
).check(keysLike(/^[A-Z]{2}$/, "two-letter country codes in capitals"))

const Marks = distinct(
  Schema.String.check(Schema.isPattern(/^[a-z][a-z0-9_]{0,39}$/, mustBe("names such as visa")))
).check(Schema.isMaxLength(20, mustBe("at most 20 marks")))

/** The parts of the page. The summary and the methods can't be hidden. */
const LayoutBlock = Schema.Literals(["header", "summary", "methods", "footer"])

const Box = Schema.optionalKey(Schema.Literals(["plain", "outlined", "raised"]))

const between = (minimum: number, maximum: number) =>
  Schema.Int.check(Schema.isBetween({ minimum, maximum }, mustBe(`${minimum} to ${maximum}`)))

/** The merchant's logo: `data:` URLs with a PNG or SVG of at most 32 KiB. Empty for none. */
export interface TemplateLogo {
  /** The logo for light backgrounds. */
  readonly light: string
  /** The logo for dark backgrounds. */
  readonly dark: string
}

/** Colours such as `#2563eb`. */
export interface TemplatePalette {
  /** The color of texts and headings, as `#rrggbb`. */
  readonly Primary: string
  /** The color of buttons and links, as `#rrggbb`. */
  readonly Accent: string
  /** The color of the background, as `#rrggbb`. */
  readonly Surface: string
}

/** The frame of a block of the page. */
export type BlockFrame = "plain" | "outlined" | "raised"

/** The layout of a page. */
export interface TemplateLayout {
  /** The blocks from top to bottom. Blocks that are not listed follow in their usual order. */
  readonly blocks: ReadonlyArray<"header" | "summary" | "methods" | "footer">
  /** Blocks that are not shown. */
  readonly hidden: ReadonlyArray<"header" | "footer">
  /** The gap between blocks, in CSS pixels: 0 to 96. */
  readonly gap: number
  /** The width of a column, in CSS pixels: 280 to 960. */
  readonly measure: number
  /** The frame of each block. */
  readonly boxes: {
    /** The frame of the header. */
    readonly header?: BlockFrame
    /** The frame of the summary. */
    readonly summary?: BlockFrame
    /** The frame of the methods. */
    readonly methods?: BlockFrame
    /** The frame of the footer. */
    readonly footer?: BlockFrame
  }
  /** The position of the summary if two columns fit: before or after the methods. */
  readonly summary: "leading" | "trailing"
}

/** The order of the methods on a page, and the hidden ones. */
export interface MethodChoice {
  /** The methods in order. Methods that are not listed follow in their usual order. */
  readonly order: ReadonlyArray<PaymentMethod>
  /** The methods that are not shown: at most all but one. */
  readonly hidden: ReadonlyArray<PaymentMethod>
}

/** The methods of a page. */
export interface TemplateMethods extends MethodChoice {
  /** The deviations for a market, by ISO 3166-1 alpha-2 code. */
  readonly markets: { readonly [country: string]: Partial<MethodChoice> }
}

/** The marks to show beside a method. For cards they are brands, such as `visa`. */
export interface MethodMarks {
  /** The marks beside cards. */
  readonly card: ReadonlyArray<string>
  /** The marks beside wallets. */
  readonly wallet: ReadonlyArray<string>
  /** The marks beside alternative methods. */
  readonly apm: ReadonlyArray<string>
}

/** Texts that replace the page's own, by their keys. */
export interface TemplateLabels {
  readonly [key: string]: string
}

/** The look of a payment page, as its merchant set it. */
export interface TemplateConfig {
  /** The logo for light and for dark backgrounds. */
  readonly logo: TemplateLogo
  /** The merchant's colours. */
  readonly palette: TemplatePalette
  /** A style sheet, parsed and serialized from the merchant's CSS. */
  readonly css: string
  /** Texts that replace the page's own, by their keys. */
  readonly labels: TemplateLabels
  /** The texts of a locale. `de` also applies to `de-AT`, unless that has its own. */
  readonly labelsByLocale: { readonly [locale: string]: TemplateLabels }
  /** The layout of the page. */
  readonly layout: TemplateLayout
  /** `auto` follows the payer's device. */
  readonly themeMode: "light" | "dark" | "auto"
  /** `shown` if the page names the engine's operator. */
  readonly attribution: "shown" | "hidden"
  /** The order of the methods, and the hidden ones. */
  readonly methods: TemplateMethods
  /** The marks to show beside a method. For cards they are brands. */
  readonly methodMarks: MethodMarks
}
export const TemplateConfig = Schema.Struct({
  /** The logo for light and for dark backgrounds. */
  logo: Schema.Struct({ light: Logo, dark: Logo }),
  palette: Schema.Struct({ Primary: Colour, Accent: Colour, Surface: Colour }),
  /** A style sheet, as `acceptedCss` serialized it. */
  css: Schema.String,
  /** Texts that replace the page's own, by their keys. */
  labels: Labels,
  /** The texts of a locale. `de` also applies to `de-AT`, unless that has its own. */
  labelsByLocale: LabelsByLocale,
  layout: Schema.Struct({
    /** The blocks from top to bottom. Blocks that are not listed follow in their usual order. */
    blocks: distinct(LayoutBlock),
    hidden: distinct(Schema.Literals(["header", "footer"])),
    /** The gap between blocks, in CSS pixels. */
    gap: between(0, 96),
    /** The width of a column, in CSS pixels. */
    measure: between(280, 960),
    /** The frame of each block. */
    boxes: Schema.Struct({ header: Box, summary: Box, methods: Box, footer: Box }),
    /** The position of the summary if two columns fit: before or after the methods. */
    summary: Schema.Literals(["leading", "trailing"])
  }),
  themeMode: Schema.Literals(["light", "dark", "auto"]),
  /** `shown` if the page names the engine's operator. */
  attribution: Schema.Literals(["shown", "hidden"]),
  methods: Schema.Struct({
    /** The methods in order. Methods that are not listed follow in their usual order. */
    order: distinct(PaymentMethod),
    hidden: HiddenMethods,
    /** The deviations for each market, by country. */
    markets: Markets
  }),
  /** The marks to show beside a method. For cards they are brands. */
  methodMarks: Schema.Struct({ card: Marks, wallet: Marks, apm: Marks })
})

/** The look of a payment page without a template. */
export const defaultTemplate: TemplateConfig = {
  logo: { light: "", dark: "" },
  palette: { Primary: "#1f2937", Accent: "#2563eb", Surface: "#ffffff" },
  css: "",
  labels: {},
  labelsByLocale: {},
  layout: {
    blocks: LayoutBlock.literals,
    hidden: [],
    gap: 24,
    measure: 480,
    boxes: {},
    summary: "trailing"
  },
  themeMode: "light",
  attribution: "shown",
  methods: { order: PaymentMethod.literals, hidden: [], markets: {} },
  methodMarks: { card: ["visa", "mastercard"], wallet: [], apm: [] }
}

const completed = <A>(first: ReadonlyArray<A>, all: ReadonlyArray<A>): ReadonlyArray<A> => [
  ...new Set([...first, ...all])
]

/** Returns all methods of a market in order, and the ones that are hidden there. */
export const methodsIn = ({ methods }: TemplateConfig, country: string | null) => {
  const { order, hidden, markets } = methods
  const own = country !== null && Object.hasOwn(markets, country) ? markets[country] : undefined
  return {
    order: completed(own?.order ?? order, PaymentMethod.literals),
    hidden: own?.hidden ?? hidden
  }
}

/** Returns the texts for a locale. The closest language wins, key by key. */
export const labelsIn = (
  { labels, labelsByLocale }: TemplateConfig,
  locale: string
): Readonly<Record<string, string>> => {
  const asked = `${locale.toLowerCase()}-`
  const close = Object.entries(labelsByLocale)
    .filter(([tag]) => asked.startsWith(`${tag.toLowerCase()}-`))
    .sort(([one], [other]) => one.length - other.length)
  return Object.assign({}, labels, ...close.map(([, texts]) => texts))
}

/** Returns the layout with all blocks in order. */
export const wholeLayout = ({ layout }: TemplateConfig): TemplateConfig["layout"] => ({
  ...layout,
  blocks: completed(layout.blocks, LayoutBlock.literals)
})
