import { Visitor } from "oxc-parser"
import { isPublished, type Rule, type Source, type Violation } from "./Source.ts"

const everywhere = () => true

/** Open work is an issue, not a comment. */
export const noReminders: Rule = {
  name: "No comment says TODO or FIXME",
  appliesTo: everywhere,
  find: (source) => commentsWith(source, /\b(TODO|FIXME|XXX)\b/),
  broken: { path: "packages/core/src/later.ts", text: "// TODO: later" }
}

/** If the compiler or the linter is wrong, its configuration is changed for all files. */
export const noSilencing: Rule = {
  name: "No comment and no `any` silences the compiler or the linter",
  appliesTo: everywhere,
  find: (source) => {
    const found = [...commentsWith(source, /@ts-(ignore|nocheck)|biome-ignore/)]
    new Visitor({
      TSAnyKeyword: ({ start }) => {
        found.push({ line: source.lineAt(start), what: "any" })
      }
    }).visit(source.program)
    return found
  },
  broken: { path: "packages/core/src/loose.ts", text: "export const loose = 1 as any" }
}

/** Otherwise lines of code are folded into one, and an editor shows code that can't be run. */
export const examplesOnLines: Rule = {
  name: "The code of an `@example` begins on a line of its own",
  appliesTo: isPublished,
  find: (source) => commentsWith(source, /@example (?![A-Z]).+/),
  broken: { path: "packages/core/src/folded.ts", text: "/** @example const a = 1 log(a) */" }
}

const commentsWith = ({ comments, lineAt }: Source, word: RegExp): ReadonlyArray<Violation> =>
  comments.flatMap(({ value, start }) => {
    const match = word.exec(value)
    return match === null ? [] : [{ line: lineAt(start), what: match[0] }]
  })

/** The exports of a file by name. Several declarations of one name count as one. */
interface Exported {
  readonly name: string
  readonly start: number
  readonly documented: boolean
  /** True for a function, a class or a type. Plain values need no JSDoc. */
  readonly needsDoc: boolean
}

/** A type with the name of a schema is explained at the schema. The name of an id explains it. */
export const explainedExports: Rule = {
  name: "Every exported function, class and type of a package has a JSDoc",
  appliesTo: isPublished,
  find: (source) => {
    const exported = exportsOf(source)
    const documented = new Set(exported.filter((e) => e.documented).map((e) => e.name))
    return exported
      .filter(({ name, needsDoc }) => needsDoc && !documented.has(name))
      .map(({ name, start }) => ({ line: source.lineAt(start), what: `${name} has no JSDoc` }))
  },
  broken: { path: "packages/core/src/mute.ts", text: "export const mute = () => 1" }
}

const exportsOf = (source: Source): ReadonlyArray<Exported> =>
  source.program.body.flatMap((statement): ReadonlyArray<Exported> => {
    if (statement.type !== "ExportNamedDeclaration" || statement.declaration === null) return []
    const { declaration, start } = statement
    const documented = hasJsDoc(source, start)
    if (declaration.type === "VariableDeclaration") {
      return declaration.declarations.flatMap(({ id, init }) =>
        id.type === "Identifier"
          ? [{ name: id.name, start, documented, needsDoc: isFunction(init) }]
          : []
      )
    }
    return "id" in declaration && declaration.id?.type === "Identifier"
      ? [{ name: declaration.id.name, start, documented, needsDoc: !isId(declaration.id.name) }]
      : []
  })

const isId = (name: string): boolean => name.endsWith("Id")

const hasJsDoc = ({ text, comments }: Source, start: number): boolean =>
  comments.some(
    ({ type, value, end }) =>
      type === "Block" &&
      value.startsWith("*") &&
      end <= start &&
      text.slice(end, start).trim() === ""
  )

type Expression = { readonly type: string; readonly [key: string]: unknown }

/**
 * Returns true for function expressions and results of `Effect.fn`, `Effect.fnUntraced` and `dual`.
 */
const isFunction = (init: unknown): boolean => {
  const expression = init as Expression | null
  if (expression === null) return false
  if (/^(Arrow)?Function(Expression)?$/.test(expression.type)) return true
  if (expression.type !== "CallExpression") return false
  const given = expression.arguments as ReadonlyArray<Expression>
  return isFunction(expression.callee) || given.some(isGenerator)
}

const isGenerator = (argument: Expression): boolean =>
  argument.type === "FunctionExpression" && argument.generator === true
