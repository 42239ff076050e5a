import { type ParseResult, Visitor } from "oxc-parser"
import type { Rule, Source, Violation } from "./Source.ts"

const maxFileLines = 300
const maxFunctionLines = 70
const maxColumns = 100

const everywhere = () => true

/** A file fits on a few screens. */
export const shortFiles: Rule = {
  name: `A file has at most ${maxFileLines} lines`,
  appliesTo: everywhere,
  find: ({ text }) => {
    const lines = text.replace(/\n$/, "").split("\n").length
    return lines > maxFileLines ? [{ line: lines, what: `${lines} lines` }] : []
  },
  broken: { path: "packages/core/src/long.ts", text: "\n".repeat(maxFileLines + 1) }
}

/**
 * Biome wraps code, but no comments and strings. A web address can't be wrapped. The name of a test
 * is a sentence on one line.
 */
export const shortLines: Rule = {
  name: `A line has at most ${maxColumns} columns, except for web addresses and names of tests`,
  appliesTo: everywhere,
  find: ({ text }) =>
    text.split("\n").flatMap((line, index) => {
      const columns = [...line].length
      return columns > maxColumns && !/https?:\/\/|^\s*(it|describe)(\.\w+)?\(/.test(line)
        ? [{ line: index + 1, what: `${columns} columns` }]
        : []
    }),
  broken: { path: "packages/core/src/wide.ts", text: `// ${"wide ".repeat(30)}` }
}

/** The body of a `describe` is a list of tests, so it may be longer than a function. */
export const shortFunctions: Rule = {
  name: `A function has at most ${maxFunctionLines} lines, unless it is the body of a describe`,
  appliesTo: everywhere,
  find: (source) => {
    const found: Array<Violation> = []
    const suites = suiteBodies(source.program)
    const measure = ({ start, end }: { readonly start: number; readonly end: number }) => {
      const lines = source.lineAt(end) - source.lineAt(start) + 1
      if (lines > maxFunctionLines && !suites.has(start)) {
        found.push({ line: source.lineAt(start), what: `a function of ${lines} lines` })
      }
    }
    new Visitor({
      FunctionDeclaration: measure,
      FunctionExpression: measure,
      ArrowFunctionExpression: measure
    }).visit(source.program)
    return found
  },
  broken: {
    path: "packages/core/src/longFunction.ts",
    text: `export const long = () => {${"\n".repeat(maxFunctionLines + 1)}}`
  }
}

/** Returns the start offsets of the functions that are passed to `describe`. */
const suiteBodies = (program: ParseResult["program"]): ReadonlySet<number> => {
  const starts = new Set<number>()
  new Visitor({
    CallExpression: ({ callee, arguments: given }) => {
      const base = callee.type === "CallExpression" ? callee.callee : callee
      const name = base.type === "MemberExpression" ? base.object : base
      if (name.type !== "Identifier" || name.name !== "describe") return
      for (const { start } of given) starts.add(start)
    }
  }).visit(program)
  return starts
}

const bannedWords = new Set([
  "util",
  "utils",
  "utility",
  "utilities",
  "helper",
  "helpers",
  "manager",
  "managers",
  "misc",
  "common"
])

const wordsOf = (path: string): ReadonlyArray<string> =>
  path
    .replace(/([a-z0-9])([A-Z])/g, "$1 $2")
    .toLowerCase()
    .split(/[^a-z0-9]+/)

/** A name that fits everything has no meaning. */
export const tellingNames: Rule = {
  name: "No file or folder is called utils, helpers, manager, misc or common",
  appliesTo: everywhere,
  find: ({ path }) =>
    wordsOf(path)
      .filter((word) => bannedWords.has(word))
      .map((word) => ({ line: 1, what: `"${word}" in its name` })),
  broken: { path: "packages/core/src/paymentHelpers.ts", text: "" }
}

const reexportsOf = ({ program, lineAt }: Source): ReadonlyArray<Violation> =>
  program.body.flatMap((statement) =>
    statement.type === "ExportAllDeclaration" ||
    (statement.type === "ExportNamedDeclaration" && statement.source !== null)
      ? [{ line: lineAt(statement.start), what: "exports what another file declares" }]
      : []
  )

/** A package, and each room of core, has one file with its public names. */
export const oneBarrel: Rule = {
  name: "Only index.ts re-exports names: of a package, one of its entries, a room of core",
  appliesTo: (path) =>
    !/^packages\/[^/]+\/src\/((elements\/portal|fake|import|payer)\/)?index\.ts$/.test(path) &&
    !/^packages\/core\/src\/[^/]+\/index\.ts$/.test(path),
  find: reexportsOf,
  broken: {
    path: "packages/core/src/payments/charges/index.ts",
    text: 'export * from "./Payment.ts"'
  }
}
