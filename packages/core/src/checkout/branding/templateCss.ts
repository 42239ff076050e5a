import type { CssNode, StyleSheet } from "css-tree"
import generate from "css-tree/generator"
import parse from "css-tree/parser"
import { tokenize, tokenTypes } from "css-tree/tokenizer"
import { Result } from "effect"
import { type InvalidInput, invalidInput, mostIssues } from "../../kernel/input/InvalidInput.ts"

/**
 * The properties that a template may set: paint, type and space. They can't move, hide or add
 * content.
 */
const properties: ReadonlySet<string> = new Set([
  "accent-color",
  "background",
  "background-color",
  "background-image",
  ...["", "-top", "-right", "-bottom", "-left"].flatMap((side) => [
    `border${side}`,
    `border${side}-color`,
    `border${side}-style`,
    `border${side}-width`,
    `padding${side}`
  ]),
  "border-radius",
  "border-top-left-radius",
  "border-top-right-radius",
  "border-bottom-left-radius",
  "border-bottom-right-radius",
  "box-shadow",
  "caret-color",
  "color",
  "column-gap",
  "font",
  "font-family",
  "font-size",
  "font-stretch",
  "font-style",
  "font-variant",
  "font-weight",
  "gap",
  "letter-spacing",
  "line-height",
  "outline-color",
  "row-gap",
  "text-align",
  "text-decoration",
  "text-decoration-color",
  "text-decoration-line",
  "text-decoration-style",
  "text-decoration-thickness",
  "text-shadow",
  "text-transform",
  "text-underline-offset",
  "word-spacing"
])

/**
 * Functions for colours, sums and gradients. They can't load an address. `image-set` is left out,
 * because it loads an address even from a text.
 */
const functions: ReadonlySet<string> = new Set([
  ...["rgb", "rgba", "hsl", "hsla", "hwb", "lab", "lch", "oklab", "oklch", "color-mix"],
  ...["calc", "min", "max", "clamp", "light-dark", "linear-gradient", "radial-gradient"]
])

const pseudoClasses: ReadonlySet<string> = new Set([
  ...["hover", "focus", "focus-visible", "focus-within", "active", "disabled", "enabled"],
  ...["checked", "invalid", "first-child", "last-child", "placeholder-shown"]
])

const pseudoElements: ReadonlySet<string> = new Set(["placeholder", "selection"])

/** Deeper than any real value, and far from exhausting the parser's stack. */
const maxDepth = 8

interface Complaint {
  readonly offset: number
  readonly issue: string
}

/**
 * Parses and serializes a merchant's style sheet: plain rules of simple selectors, with the
 * properties and functions of the lists above. Everything else is refused with its line and column.
 * Only comments are dropped. So the result loads nothing, runs nothing and can't leave its `style`
 * element.
 */
export const acceptedCss = (text: string): Result.Result<string, InvalidInput> => {
  const unreadable = inTokens(text)
  if (unreadable.length > 0) return refused(text, unreadable)
  return Result.flatMap(parsed(text), (sheet) => {
    const rules = childrenOf(sheet).filter(({ type }) => type !== "Comment")
    const complaints = rules.flatMap(inRule)
    return complaints.length > 0
      ? refused(text, complaints)
      : Result.succeed(rules.map((rule) => generate(rule)).join("\n"))
  })
}

const refused = (text: string, complaints: ReadonlyArray<Complaint>) => {
  const [first, ...rest] = complaints.slice(0, mostIssues).map(({ offset, issue }) => ({
    code: "parameter_invalid" as const,
    param: "css",
    message: `css, ${placeOf(text, offset)}: ${issue}.`
  }))
  const unplaced = {
    code: "parameter_invalid",
    param: "css",
    message: "css can't be read."
  } as const
  return Result.fail(
    invalidInput([first ?? unplaced, ...rest], Math.max(complaints.length - mostIssues, 0))
  )
}

const placeOf = (text: string, offset: number): string => {
  const lines = text.slice(0, offset).split(/\r\n|[\n\r\f]/)
  return `line ${lines.length}, column ${(lines.at(-1)?.length ?? 0) + 1}`
}

/** The closing token of each opening token. */
const closerOf: ReadonlyMap<number, number> = new Map([
  [tokenTypes.Function, tokenTypes.RightParenthesis],
  [tokenTypes.LeftParenthesis, tokenTypes.RightParenthesis],
  [tokenTypes.LeftSquareBracket, tokenTypes.RightSquareBracket],
  [tokenTypes.LeftCurlyBracket, tokenTypes.RightCurlyBracket]
])
const closers: ReadonlySet<number> = new Set(closerOf.values())

/**
 * Checks the tokens before parsing. Escapes and look-alike characters could disguise a name. If
 * more is closed than was opened, the parser depends on earlier input and may never end.
 */
const inTokens = (text: string): ReadonlyArray<Complaint> => {
  const complaints: Array<Complaint> = []
  const open: Array<number> = []
  tokenize(text, (type, offset, end) => {
    if (type === tokenTypes.Comment) return
    if (!/^[\t\n\f\r -[\]-~]*$/.test(text.slice(offset, end))) {
      complaints.push({ offset, issue: "only ASCII without backslashes can be used" })
    }
    const closer = closerOf.get(type)
    if (closer !== undefined) {
      open.push(closer)
      if (open.length === maxDepth + 1) complaints.push({ offset, issue: "is nested too deeply" })
    } else if (closers.has(type) && open.pop() !== type) {
      complaints.push({ offset, issue: "closes nothing that is open" })
    }
  })
  return complaints
}

/** The parser corrects input that it can't read. Here such input is refused. */
const parsed = (text: string): Result.Result<CssNode, InvalidInput> => {
  const complaints: Array<Complaint> = []
  const sheet = Result.try(() =>
    parse(text, {
      positions: true,
      onParseError: ({ offset }) => complaints.push({ offset, issue: "can't be read" })
    })
  )
  return Result.isFailure(sheet) || complaints.length > 0
    ? refused(text, complaints)
    : Result.succeed(sheet.success)
}

const inRule = (node: CssNode): ReadonlyArray<Complaint> => {
  if (node.type !== "Rule") return [against(node)]
  const complaints = [
    ...partsOf(node.prelude)
      .filter((part) => !isSimple(part))
      .map(against),
    ...childrenOf(node.block).flatMap(inDeclaration)
  ]
  return complaints.length === 0 && readsLikeCode.test(generate(node))
    ? [against(node)]
    : complaints
}

/**
 * The rule can't do harm at this point, but a class such as `.javascript:hover` would alarm a
 * reader.
 */
const readsLikeCode = /url\(|expression\(|javascript:|[@<\\]/i

const partsOf = (selectors: CssNode): ReadonlyArray<CssNode> =>
  selectors.type === "SelectorList" || selectors.type === "Selector"
    ? childrenOf(selectors).flatMap(partsOf)
    : [selectors]

const isSimple = (part: CssNode): boolean => {
  switch (part.type) {
    case "ClassSelector":
      return true
    case "TypeSelector":
      return /^[a-z][a-z0-9]*$/i.test(part.name)
    case "Combinator":
      return [" ", ">", "+", "~"].includes(part.name)
    case "PseudoClassSelector":
      return part.children === null && pseudoClasses.has(part.name.toLowerCase())
    case "PseudoElementSelector":
      return part.children === null && pseudoElements.has(part.name.toLowerCase())
    default:
      return false
  }
}

const inDeclaration = (node: CssNode): ReadonlyArray<Complaint> => {
  if (node.type !== "Declaration" || !properties.has(node.property.toLowerCase())) {
    return [against(node)]
  }
  if (node.important !== false) return [{ ...against(node), issue: "!important is not allowed" }]
  return node.value.type === "Value"
    ? childrenOf(node.value).flatMap(inValue)
    : [against(node.value)]
}

const inValue = (node: CssNode): ReadonlyArray<Complaint> => {
  switch (node.type) {
    case "Identifier":
    case "Number":
    case "Percentage":
    case "Dimension":
    case "Hash":
      return []
    case "Operator":
      return /^[,/*+-]$/.test(node.value.trim()) ? [] : [against(node)]
    case "String":
      return /^[\w ,.&'-]*$/.test(node.value) ? [] : [against(node)]
    case "Parentheses":
      return childrenOf(node).flatMap(inValue)
    case "Function":
      return functions.has(node.name.toLowerCase())
        ? childrenOf(node).flatMap(inValue)
        : [against(node)]
    default:
      return [against(node)]
  }
}

const childrenOf = (node: CssNode): ReadonlyArray<CssNode> =>
  "children" in node ? ((node.children as StyleSheet["children"] | null)?.toArray() ?? []) : []

const against = (node: CssNode): Complaint => ({
  offset: node.loc?.start.offset ?? 0,
  issue: `${nameOf(node)} is not allowed`
})

const nameOf = (node: CssNode): string => {
  switch (node.type) {
    case "Atrule":
      return `@${legible(node.name)}`
    case "Declaration":
      return `the property ${legible(node.property)}`
    case "Function":
      return `${legible(node.name)}()`
    case "Raw":
      return "this"
    case "Url":
      return "url()"
    case "PseudoClassSelector":
      return `:${legible(node.name)}`
    case "PseudoElementSelector":
      return `::${legible(node.name)}`
    default:
      return `this ${node.type.replace(/\B[A-Z]/g, (letter) => ` ${letter}`).toLowerCase()}`
  }
}

/** Names come from outside and may have any content. */
const legible = (name: string): string => (/^[a-z-]{1,40}$/i.test(name) ? name : "of this name")
