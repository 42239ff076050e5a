import { Visitor } from "oxc-parser"
import type { Rule, Violation } from "./Source.ts"

const isTest = (path: string): boolean => path.endsWith(".test.ts")

/** Functions that declare tests or hooks. Each accepts a timeout. */
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

/** A slow test on a busy machine isn't wrong. Timeouts are in vitest.config.ts. */
export const noOwnLimits: Rule = {
  name: "A test has no timeout of its own: the timeout in vitest.config.ts ends tests that hang",
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

/** Durations depend on other work of the machine. Benchmarks measure them. */
export const noSpeed: Rule = {
  name: "A test asserts no duration: benchmarks measure durations",
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

/** The full run chooses by the file's name. Elsewhere it would never run the larger share. */
export const randomByName: Rule = {
  name: "A test whose number of random cases depends on the run is a *.random.test.ts file",
  appliesTo: (path) => isTest(path) && !/\.(random|full)\.test\.ts$/.test(path),
  find: (source) =>
    [...source.text.matchAll(/\brunsOf\(/g)].map(({ index, 0: what }) => ({
      line: source.lineAt(index),
      what
    })),
  broken: {
    path: "packages/testkit/src/scenarios/races.test.ts",
    text: "const numRuns = runsOf(200)"
  }
}
