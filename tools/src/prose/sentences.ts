/** A node of a parsed document, as far as the rules read it. */
export interface ProseNode {
  readonly type: string
  /** The part of the document that it was parsed from. */
  readonly raw: string
  /** Offsets in the document. */
  readonly range: readonly [start: number, end: number]
  /** Lines of the document, from 1. */
  readonly loc: {
    readonly start: { readonly line: number }
    readonly end: { readonly line: number }
  }
  readonly children?: ReadonlyArray<ProseNode>
  readonly parent?: ProseNode
}

/** One sentence of a heading, a paragraph or a cell of a table. */
export interface Sentence {
  /** Without markup, on one line. Each character of code and quotations is a `codeLetter`. */
  readonly text: string
  /** The offset of its first character in the source of the block. */
  readonly start: number
  /** A label is the name of a column or row of a table. */
  readonly place: "heading" | "paragraph" | "cell" | "label"
}

/** Stands for one character of code or of a quotation. No text has this upper-case letter. */
const codeLetter = "Ω"

/** The types of nodes that have sentences. */
export const blockTypes = ["Header", "Paragraph", "TableCell"] as const

const known = new WeakMap<ProseNode, ReadonlyArray<Sentence>>()

/** Returns the sentences of a block, in order. Each block is split once, for all rules. */
export const sentencesOf = (block: ProseNode): ReadonlyArray<Sentence> => {
  const before = known.get(block)
  if (before !== undefined) return before
  const sentences = split(block)
  known.set(block, sentences)
  return sentences
}

/** Returns the line of the document that a sentence of a block begins on. */
export const lineOf = ({ raw, loc }: ProseNode, { start }: Sentence): number =>
  loc.start.line + raw.slice(0, start).split("\n").length - 1

const segmenter = new Intl.Segmenter("en", { granularity: "sentence" })

const split = (block: ProseNode): ReadonlyArray<Sentence> => {
  const place = placeOf(block)
  if (isBadExample(block)) return []
  return [...segmenter.segment(plainText(block))].flatMap(({ segment, index }) => {
    const start = segment.search(/\S/)
    return start < 0 ? [] : [{ text: segment.trim(), start: index + start, place }]
  })
}

const placeOf = (block: ProseNode): Sentence["place"] => {
  if (block.type === "Header") return "heading"
  if (block.type !== "TableCell") return "paragraph"
  return isLabel(block) ? "label" : "cell"
}

/** Cells of the first row name columns. Below a first cell that is empty, the others name rows. */
const isLabel = (cell: ProseNode): boolean => {
  const row = cell.parent
  const firstRow = row?.parent?.children?.[0]
  if (row === firstRow) return true
  return row?.children?.[0] === cell && firstRow?.children?.[0]?.children?.length === 0
}

/** A table of better wordings shows in a column named "Before" how not to write. */
const isBadExample = (cell: ProseNode): boolean => {
  if (cell.type !== "TableCell") return false
  const column = cell.parent?.children?.indexOf(cell) ?? -1
  const label = cell.parent?.parent?.children?.[0]?.children?.[column]
  return label?.children?.[0]?.raw === "Before"
}

/** Abbreviations whose full stop ends no sentence. */
const abbreviations = /\b(?:e\.g|i\.e|etc|vs|cf)\.(?=\s)/gi

/** Named or numbered characters of HTML, whose semicolon is no punctuation. */
const entities = /&#?\w+;/g

/** Words that a text speaks about. They are not its own. */
const quotations = /"[^"]{1,100}"|“[^”]{1,100}”/g

/** As long as the source of the block, so that offsets are the same. Markup is spaces. */
const plainText = (block: ProseNode): string => {
  const [from] = block.range
  const letters = Array.from({ length: block.raw.length }, () => " ")
  const write = ({ type, raw, range, parent, children = [] }: ProseNode): void => {
    const start = range[0] - from
    if (type === "Code") letters.fill(codeLetter, start, start + raw.length)
    if (type === "Str" && !isAddress(raw, parent)) {
      for (const [index, letter] of raw.split("").entries()) letters[start + index] = letter
    }
    for (const child of children) write(child)
  }
  write(block)
  return letters
    .join("")
    .replace(/\s/g, " ")
    .replace(quotations, (found) => codeLetter.repeat(found.length))
    .replace(entities, (found) => " ".repeat(found.length))
    .replace(abbreviations, (found) => found.replaceAll(".", " "))
}

/** Returns true if a text is an address that is a link to itself. */
const isAddress = (text: string, parent: ProseNode | undefined): boolean =>
  parent?.type === "Link" && /^(?:https?:|www\.)\S+$/.test(text)
