import { columnWidths } from "./paint.ts"

/** A part of the page. */
export type Block = "header" | "summary" | "methods" | "footer"

/** The layout of a page's parts, from its template. */
export interface Layout {
  /** The blocks from top to bottom. */
  readonly blocks: ReadonlyArray<Block>
  readonly hidden: ReadonlyArray<string>
  readonly gap: number
  readonly measure: number
  readonly boxes: Readonly<Partial<Record<Block, string>>>
  readonly summary: "leading" | "trailing"
}

/** The layout of a page whose session is not loaded yet. */
export const usualBlocks: Omit<Layout, "gap" | "measure"> = {
  blocks: ["header", "summary", "methods", "footer"],
  hidden: [],
  boxes: {},
  summary: "trailing"
}

/**
 * Returns the style rules of the blocks. If two columns fit, the summary and the methods stand side
 * by side, in the place of the first of them. All other blocks are as wide as both columns.
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

/** Returns the style rules of the portal, which has one column and no blocks to arrange. */
export const portalRules = (layout: Pick<Layout, "gap" | "measure">): string => {
  const { gap, one } = columnWidths(layout)
  return `.body{gap:${gap}px;max-inline-size:${one}px}`
}

/** Returns the blocks in the order in which a grid of two columns is filled. */
export const sideBySide = ({ blocks, summary }: Pick<Layout, "blocks" | "summary">) => {
  const pair: ReadonlyArray<Block> =
    summary === "leading" ? ["summary", "methods"] : ["methods", "summary"]
  const first = blocks.find((block) => pair.includes(block))
  return blocks.flatMap((block) => (block === first ? pair : pair.includes(block) ? [] : [block]))
}
