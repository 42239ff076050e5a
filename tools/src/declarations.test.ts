import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import { afterEach, describe, expect, it } from "vitest"
import { shortenDeclarations, tabbed } from "./declarations.ts"

let folder = ""
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const write = (files: Readonly<Record<string, string>>) => {
  folder = mkdtempSync(join(tmpdir(), "payloom-declarations-"))
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), text)
  }
}

const left = () =>
  readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((path) => /\.\w+$/.test(path))
    .toSorted()

describe("the declarations of a built package", () => {
  it("are those that an entry leads to, by any form of import", () => {
    write({
      "index.d.ts": 'export * from "./a/one.ts"\nexport type { B } from "./b.ts"\n',
      "a/one.d.ts": 'export declare const one: import("../c.ts").C\nimport "./side.js"\n',
      "a/side.d.ts": "declare const side: 1\n",
      "b.d.ts": 'import { Effect } from "effect"\nexport type B = Effect\n',
      "c.d.ts": 'import type { Elsewhere } from "./missing.ts"\nexport type C = Elsewhere\n',
      "secret.d.ts": "export type Secret = 1\n",
      "index.js": "export {}\n"
    })
    shortenDeclarations(folder, [join(folder, "index.d.ts")])
    expect(left()).toEqual([
      "a/one.d.ts",
      "a/side.d.ts",
      "b.d.ts",
      "c.d.ts",
      "index.d.ts",
      "index.js"
    ])
  })

  it("keep every word of their comments", () => {
    const text = [
      "export interface Shop {",
      "    /**",
      "     * Charges a card:",
      "     *     two steps",
      "     */",
      "    readonly pay: (input: {",
      "        readonly amount: bigint",
      "    }) => void",
      "}"
    ].join("\n")
    const words = (written: string) => written.split(/\s+/).join(" ")
    expect(words(tabbed(text))).toBe(words(text))
    expect(tabbed(text).split("\n")).toEqual([
      "export interface Shop {",
      "\t/**",
      "\t * Charges a card:",
      "\t *     two steps",
      "\t */",
      "\treadonly pay: (input: {",
      "\t\treadonly amount: bigint",
      "\t}) => void",
      "}"
    ])
  })

  it("are written in place", () => {
    write({ "index.d.ts": "export interface A {\n    readonly b: 1\n}\n" })
    shortenDeclarations(folder, [join(folder, "index.d.ts")])
    expect(readFileSync(join(folder, "index.d.ts"), "utf8")).toContain("\n\treadonly b: 1\n")
  })
})
