import { Visitor } from "oxc-parser"
import { isPublished, type Rule, type Source, type Violation } from "./Source.ts"

const everywhere = () => true

/** Unfinished work has its place outside the code. */
export const noReminders: Rule = {
  name: "No comment says TODO or FIXME",
  appliesTo: everywhere,
  find: (source) => commentsWith(source, /\b(TODO|FIXME|XXX)\b/),
  broken: { path: "packages/core/src/later.ts", text: "// TODO: later" }
}

/** The compiler and the linter are right, or their configuration is changed for all. */
export const noSilencing: Rule = {
  name: "Nothing silences the compiler or the linter, neither by a comment nor by any",
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

const commentsWith = ({ comments, lineAt }: Source, word: RegExp): ReadonlyArray<Violation> =>
  comments.flatMap(({ value, start }) => {
    const match = word.exec(value)
    return match === null ? [] : [{ line: lineAt(start), what: match[0] }]
  })

/** What is exported, by name; several declarations of one name count as one. */
interface Exported {
  readonly name: string
  readonly start: number
  readonly documented: boolean
  /** A function, class or type; plain values may speak for themselves. */
  readonly needsDoc: boolean
}

/** A type that bears a schema's name is explained where the schema is; an id's name says it all. */
export const explainedExports: Rule = {
  name: "Every exported function, class and type of a package says in a JSDoc what it is for",
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

/** Functions as they are written, and what `Effect.fn`, `Effect.fnUntraced` and `dual` make. */
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
