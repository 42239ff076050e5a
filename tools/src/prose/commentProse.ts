import type { Comment } from "oxc-parser"
import type { Source } from "../tidy/Source.ts"
import type { Prose } from "./Prose.ts"

/** A line of a comment without its stars and slashes. */
interface Line {
  readonly text: string
  readonly number: number
}

/** Returns the text of a source's comments as one document of Markdown. */
export const commentProse = (
  source: Source,
  wanted: (comment: Comment) => boolean = () => true
): Prose => {
  const lines = groupsOf(source, source.comments.filter(wanted)).flatMap((group) => [
    ...group.flatMap((comment) => linesOf(source, comment)),
    { text: "", number: 0 }
  ])
  return {
    path: source.path,
    text: lines.map(({ text }) => text).join("\n"),
    lineAt: (line) => lines[line - 1]?.number ?? 1
  }
}

/** Returns true if a comment documents what is below it. */
export const isDocstring = ({ type, value }: Comment): boolean =>
  type === "Block" && value.startsWith("*")

/** Comments of compilers, linters and bundlers. */
const directive = /^[\s*]*(?:@ts-|biome-ignore|[@#]__|\/\s*<|v8 ignore)/

/** Lines that begin with slashes and follow each other are one comment. */
const groupsOf = (
  { text, lineAt }: Source,
  comments: ReadonlyArray<Comment>
): ReadonlyArray<ReadonlyArray<Comment>> => {
  const groups: Array<Array<Comment>> = []
  for (const comment of comments) {
    if (directive.test(comment.value)) continue
    const last = groups.at(-1)?.at(-1)
    const continues =
      last?.type === "Line" &&
      comment.type === "Line" &&
      lineAt(comment.start) === lineAt(last.start) + 1 &&
      text.slice(last.end, comment.start).trim() === ""
    if (continues) groups.at(-1)?.push(comment)
    else groups.push([comment])
  }
  return groups
}

/** A link to a name is code. */
const links = /\{@link ([^}|\s]+)[^}\n]*\}/g

/** A tag begins a paragraph. The lines of an example are code. */
const linesOf = ({ lineAt }: Source, comment: Comment): ReadonlyArray<Line> => {
  const first = lineAt(comment.start)
  const value = comment.value.replace(links, "`$1`")
  const lines: Array<Line> = []
  let tag = ""
  for (const [index, written] of value.split("\n").entries()) {
    const number = first + index
    const text = withoutStars(written, comment, index).trimEnd()
    const [found, name = "", rest = ""] = /^@(\w+)(.*)$/.exec(text) ?? []
    if (found !== undefined) {
      tag = name
      lines.push({ text: "", number })
    }
    if (tag !== "example")
      lines.push({ text: found === undefined ? text : described(tag, rest), number })
  }
  return lines
}

const withoutStars = (written: string, { type }: Comment, index: number): string => {
  if (type === "Line") return written.replace(/^ /, "")
  return written.replace(index === 0 ? /^\*? ?/ : /^\s*\*? ?/, "")
}

/** Returns the text of a tag without its type and without the name of the parameter. */
const described = (tag: string, rest: string): string => {
  const text = rest.replace(/^\s+\{[^}]*\}/, "").trim()
  return tag === "param" ? text.replace(/^\S+\s*(?:- )?/, "") : text
}
