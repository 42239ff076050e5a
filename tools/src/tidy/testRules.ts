import { Visitor } from "oxc-parser"
import type { Rule, Violation } from "./Source.ts"

const isTest = (path: string): boolean => path.endsWith(".test.ts")

/** What declares a test, or what runs before and after tests. Each may be given a limit. */
const declaring = new Set([
  "it",
  "test",
  "describe",
  "beforeAll",
  "beforeEach",
  "afterAll",
  "afterEach"
])

const limit = /^\d[\d_]*$|^[\d_]+ \* /

/** A test that is slow on a busy machine is right. Limits are in vitest.config.ts. */
export const noOwnLimits: Rule = {
  name: "A test has no limit of its own: vitest.config.ts has one, which ends what hangs",
  appliesTo: isTest,
  find: (source) => {
    const found: Array<Violation> = []
    const textOf = ({ start, end }: { readonly start: number; readonly end: number }) =>
      source.text.slice(start, end)
    const add = (start: number, what: string) => found.push({ line: source.lineAt(start), what })
    new Visitor({
      CallExpression: ({ callee, arguments: given, start }) => {
        const called = textOf(callee)
        if (called === "vi.waitFor" || called === "vi.waitUntil")
          add(start, `${called}: one second`)
        const [declared = ""] = called.split(/[.(]/)
        if (!declaring.has(declared) && !called.endsWith("expect.poll")) return
        for (const argument of given) {
          if (limit.test(textOf(argument))) add(start, `${called} has ${textOf(argument)} ms`)
          if (argument.type !== "ObjectExpression") continue
          if (/\btimeout:/.test(textOf(argument))) add(start, `${called} has a timeout`)
        }
      }
    }).visit(source.program)
    return found
  },
  broken: { path: "packages/core/src/slow.test.ts", text: 'it("is slow", () => {}, 90_000)' }
}

/** How long something takes depends on what else the machine does. Benchmarks measure it. */
export const noSpeed: Rule = {
  name: "A test asserts no speed: benchmarks measure how long something takes",
  appliesTo: isTest,
  find: (source) =>
    [
      ...source.text.matchAll(/expect\([^\n]*(?:performance|Date)\.now\(\)[^\n]*\.toBeLessThan/g)
    ].map(({ index, 0: what }) => ({ line: source.lineAt(index), what })),
  broken: {
    path: "packages/core/src/speed.test.ts",
    text: "expect(performance.now() - started).toBeLessThan(1000)"
  }
}
