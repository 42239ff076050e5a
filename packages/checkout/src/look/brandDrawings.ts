/** An element of SVG, by its name and attributes. */
export type Part = readonly [name: string, attributes: Readonly<Record<string, string | number>>]

/**
 * A mark that we draw ourselves: a brand's short name on a ground in the brand's colour, with a
 * shape of our own. It copies no brand's logo.
 */
export interface Drawing {
  readonly text: string
  readonly ground: string
  readonly ink: string
  readonly shape: ReadonlyArray<Part>
}

const bar = (colour: string): ReadonlyArray<Part> => [
  ["rect", { x: 6, y: 20, width: 28, height: 2, fill: colour }]
]

const dots = (...colours: ReadonlyArray<string>): ReadonlyArray<Part> =>
  colours.map((colour, at) => [
    "circle",
    { cx: 20 + 6 * (at - (colours.length - 1) / 2), cy: 20.5, r: 2, fill: colour }
  ])

const stripes = (...colours: ReadonlyArray<string>): ReadonlyArray<Part> => {
  const width = 28 / colours.length
  return colours.map((colour, at) => [
    "rect",
    { x: 6 + at * width, y: 19, width, height: 3, fill: colour }
  ])
}

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

/** Returns the drawing for a card's brand, or undefined for a brand whose name is written out. */
export const drawingOf = (brand: string): Drawing | undefined => drawings.get(brand)
