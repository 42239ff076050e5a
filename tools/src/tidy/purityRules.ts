import { Visitor } from "oxc-parser"
import { isCore, type Rule, type Source, type Violation } from "./Source.ts"

const report =
  ({ lineAt }: Source, found: Array<Violation>, what: string) =>
  ({ start }: { readonly start: number }) => {
    found.push({ line: lineAt(start), what })
  }

/** The dependency rules say the same; here it takes no resolving. */
export const noNodeImports: Rule = {
  name: "Core imports nothing of Node",
  appliesTo: isCore,
  find: (source) =>
    [...source.text.matchAll(/(?:from|import)\s*\(?\s*"(node:[^"]+)"/g)].map((match) => ({
      line: source.lineAt(match.index),
      what: `imports ${match[1]}`
    })),
  broken: { path: "packages/core/src/io.ts", text: 'import { join } from "node:path"' }
}

/** Members of globals that bring in the world. */
const impureMembers = new Map<string, "all" | ReadonlyArray<string>>([
  ["console", "all"],
  ["crypto", "all"],
  ["globalThis", "all"],
  ["performance", "all"],
  ["process", "all"],
  ["Date", ["now"]],
  ["Math", ["random"]]
])

/** Where the world comes in: behind a service that a test replaces, or as nothing but speed. */
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

/** Time, chance and output come from services, so that a test or a simulation can rule them. */
export const noWorld: Rule = {
  name: "Core reads no clock and no chance, prints nothing and asks for nothing of its process",
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

/** What fails is in an operation's type, and what waits is an Effect. */
export const noPromises: Rule = {
  name: "Core has no async, await, try or throw: what waits or fails is an Effect or a Result",
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
