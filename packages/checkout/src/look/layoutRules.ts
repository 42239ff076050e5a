/** A part of the page. */
export type Block = "header" | "summary" | "methods" | "footer"

/** Where the parts of a page stand, as its template says. */
export interface Layout {
  /** From top to bottom. */
  readonly blocks: ReadonlyArray<Block>
  readonly hidden: ReadonlyArray<string>
  readonly gap: number
  readonly measure: number
  readonly boxes: Readonly<Partial<Record<Block, string>>>
  readonly summary: "leading" | "trailing"
}

/** The layout of a page whose session is not known yet. */
export const usualBlocks: Omit<Layout, "gap" | "measure"> = {
  blocks: ["header", "summary", "methods", "footer"],
  hidden: [],
  boxes: {},
  summary: "trailing"
}

/**
 * The blocks' widths and, where two columns fit, their places: what is paid and how stand side by
 * side there, at the place of whichever comes first. All other blocks are as wide as both.
 */
export const layoutRules = (layout: Layout): string => {
  const gap = pixels(layout.gap, 0, 96, 24)
  const measure = pixels(layout.measure, 280, 960, 480)
  const both = 2 * measure + gap
  const orders = sideBySide(layout).map((block, order) => `.${block}{order:${order}}`)
  return `.blocks{gap:${gap}px;max-inline-size:${measure}px}
@container (inline-size >= ${both}px){
.blocks{grid-template-columns:1fr 1fr;max-inline-size:${both}px}
.header,.footer{grid-column:1/-1}
${orders.join("")}
}`
}

/** The blocks in the order in which a grid of two columns is filled. */
export const sideBySide = ({ blocks, summary }: Pick<Layout, "blocks" | "summary">) => {
  const pair: ReadonlyArray<Block> =
    summary === "leading" ? ["summary", "methods"] : ["methods", "summary"]
  const first = blocks.find((block) => pair.includes(block))
  return blocks.flatMap((block) => (block === first ? pair : pair.includes(block) ? [] : [block]))
}

const pixels = (given: number, least: number, most: number, usual: number): number =>
  Number.isInteger(given) ? Math.min(Math.max(given, least), most) : usual
