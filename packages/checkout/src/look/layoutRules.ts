import { columnWidths } from "./paint.ts"

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
  const { gap, one, beside, two } = columnWidths(layout)
  const [columns, side] =
    layout.summary === "leading"
      ? [`${beside}fr ${one}fr`, "end"]
      : [`${one}fr ${beside}fr`, "start"]
  const orders = sideBySide(layout).map((block, order) => `.${block}{order:${order}}`)
  return `.blocks{gap:${gap}px;max-inline-size:${one}px}
@container (inline-size >= ${two}px){
.blocks{grid-template-columns:${columns};max-inline-size:${two}px}
.header,.footer{grid-column:1/-1}
.summary.plain{
align-self:stretch;padding-inline-${side}:${gap}px;border-inline-${side}:1px solid var(--hairline)
}
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
