import { Visitor } from "oxc-parser"
import { isCore, type Rule, type Source, type Violation } from "./Source.ts"

const report =
  ({ lineAt }: Source, found: Array<Violation>, what: string) =>
  ({ start }: { readonly start: number }) => {
    found.push({ line: lineAt(start), what })
  }

/** A dependency rule says the same. This rule needs no resolving of imports. */
export const noNodeImports: Rule = {
  name: "Core imports no module of Node",
  appliesTo: isCore,
  find: (source) =>
    [...source.text.matchAll(/(?:from|import)\s*\(?\s*"(node:[^"]+)"/g)].map((match) => ({
      line: source.lineAt(match.index),
      what: `imports ${match[1]}`
    })),
  broken: { path: "packages/core/src/io.ts", text: 'import { join } from "node:path"' }
}

/** Members of globals that are impure. */
const impureMembers = new Map<string, "all" | ReadonlyArray<string>>([
  ["console", "all"],
  ["crypto", "all"],
  ["globalThis", "all"],
  ["performance", "all"],
  ["process", "all"],
  ["Date", ["now"]],
  ["Math", ["random"]]
])

/** Files that may use a global: services that tests replace, and faster variants of pure code. */
const gates: ReadonlyMap<string, ReadonlyArray<string>> = new Map([
  ["packages/core/src/platform/secrets/fingerprintOf.ts", ["globalThis.process"]],
  ["packages/core/src/platform/secrets/hmacWith.ts", ["globalThis.process"]],
  ["packages/core/src/kernel/ids/Entropy.ts", ["globalThis.crypto"]]
])

const impureCalls = new Set([
  "fetch",
  "queueMicrotask",
  "require",
  "setImmediate",
  "setInterval",
  "setTimeout"
])

/** Time, randomness and output come from services, so that tests and simulations control them. */
export const noWorld: Rule = {
  name: "Core uses no clock, no randomness, no output and no global of the process",
  appliesTo: isCore,
  find: (source) => {
    const found: Array<Violation> = []
    new Visitor({
      MemberExpression: ({ object, property, start }) => {
        if (object.type !== "Identifier" || property.type !== "Identifier") return
        const members = impureMembers.get(object.name) ?? []
        if (members === "all" || members.includes(property.name)) {
          report(source, found, `${object.name}.${property.name}`)({ start })
        }
      },
      CallExpression: ({ callee, start }) => {
        if (callee.type === "Identifier" && impureCalls.has(callee.name)) {
          report(source, found, `${callee.name}()`)({ start })
        }
      },
      NewExpression: ({ callee, arguments: given, start }) => {
        if (callee.type === "Identifier" && callee.name === "Date" && given.length === 0) {
          report(source, found, "new Date() without a time")({ start })
        }
      }
    }).visit(source.program)
    const allowed = gates.get(source.path) ?? []
    return found.filter(({ what }) => !allowed.includes(what))
  },
  broken: { path: "packages/core/src/clock.ts", text: "export const now = Date.now()" }
}

/** Failures are in an operation's type, and waiting is an Effect. */
export const noPromises: Rule = {
  name: "Core has no async, await, try or throw, but an Effect or a Result",
  appliesTo: isCore,
  find: (source) => {
    const found: Array<Violation> = []
    const asynchronous = (node: { readonly async: boolean; readonly start: number }) => {
      if (node.async) report(source, found, "async")(node)
    }
    new Visitor({
      FunctionDeclaration: asynchronous,
      FunctionExpression: asynchronous,
      ArrowFunctionExpression: asynchronous,
      AwaitExpression: report(source, found, "await"),
      TryStatement: report(source, found, "try"),
      ThrowStatement: report(source, found, "throw")
    }).visit(source.program)
    return found
  },
  broken: { path: "packages/core/src/wait.ts", text: "export const wait = async () => {}" }
}
