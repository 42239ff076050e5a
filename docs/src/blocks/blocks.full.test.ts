import { globSync, readFileSync } from "node:fs"
import { stripTypeScriptTypes } from "node:module"
import { join } from "node:path"
import { describe, expect, it } from "vitest"
import { root } from "../site/pages.ts"
import { allFences, type Fence, fencesIn, userDocuments } from "./fences.ts"
import { commandComplaint } from "./shellComplaints.ts"
import { shellCommands } from "./shellWords.ts"

const fences = allFences()
const of = (language: string) => fences.filter((fence) => fence.language === language)
const placeOf = ({ path, line }: Fence): string => `${path}:${line}`

/**
 * Languages with a check: here, in `npm run check`, or when the site is built. `http` and `ini`
 * have none, and SQL has a test of its own on PostgreSQL.
 */
const languages = [
  "",
  "bash",
  "html",
  "http",
  "ini",
  "js",
  "json",
  "mermaid",
  "sh",
  "sql",
  "ts",
  "tsx"
]

describe("a block of a document", () => {
  it("has a language that is checked, and nothing else after it", () => {
    expect(fences.length).toBeGreaterThan(300)
    const odd = fences.filter(({ language, info }) => !languages.includes(language) || info !== "")
    expect(odd.map(placeOf)).toEqual([])
  })

  it("is found in a list too, without its indentation", () => {
    const document = "1. Do this:\n\n   ```sh\n   npm ci\n   ```\n"
    expect(fencesIn("a.md", document)).toEqual([
      { path: "a.md", line: 4, language: "sh", info: "", text: "npm ci\n" }
    ])
  })

  it("is JSON if it says so", () => {
    const wrong = of("json").flatMap((fence) => {
      try {
        JSON.parse(fence.text)
        return []
      } catch (error) {
        return [`${placeOf(fence)}: ${error}`]
      }
    })
    expect(wrong).toEqual([])
  })

  it("is JavaScript that can be read if it says so", () => {
    const wrong = of("js").flatMap((fence) => {
      try {
        stripTypeScriptTypes(fence.text)
        return []
      } catch (error) {
        return [`${placeOf(fence)}: ${error}`]
      }
    })
    expect(wrong).toEqual([])
  })

  it("names only elements that exist", () => {
    const sources = globSync("packages/checkout/src/**/*.ts", { cwd: root }).map((path) =>
      readFileSync(join(root, path), "utf8")
    )
    const defined = sources.flatMap((source) =>
      [...source.matchAll(/customElements\.define\(\s*"([^"]+)"/g)].map(([, name = ""]) => name)
    )
    expect(defined).toContain("payloom-checkout")
    const named = fences.flatMap((fence) =>
      [...fence.text.matchAll(/<(payloom-[a-z-]+)/g)].map(([, name = ""]) => ({ fence, name }))
    )
    const unknown = named.filter(({ name }) => !defined.includes(name))
    expect(unknown.map(({ fence, name }) => `${placeOf(fence)}: ${name}`)).toEqual([])
  })
})

describe("commands in documents", () => {
  it("are read with their quotes, pipes and substitutions", () => {
    const text = `A=1 npm run x -- --y "a b" && curl -s $(payloom jobs) | field id # not this
for port in 1 2; do
  curl "$URL/payments" \\
    -d '{"a":
         1}'
done
`
    expect(shellCommands(text)).toEqual([
      ["npm", "run", "x", "--", "--y", "a b"],
      ["payloom", "jobs"],
      ["curl", "-s", "$()"],
      ["field", "id"],
      ["for", "port", "in", "1", "2"],
      ["curl", "$URL/payments", "-d", '{"a":\n         1}'],
      ["done"]
    ])
  })

  it("are complained about if a command, an option, a script or a route doesn't exist", () => {
    const complaints = [
      ["payloom", "payment", "list"],
      ["payloom", "keys", "create", "secret"],
      ["npx", "payloom", "jobs", "--late"],
      ["npm", "run", "nothing"],
      ["npm", "run", "example:crash", "--", "--murders", "1"],
      ["curl", "$URL/payment", "-d", "{}"],
      ["rm", "-rf", "/"]
    ].map(commandComplaint)
    expect(complaints.filter((complaint) => complaint === null)).toEqual([])
    expect(commandComplaint(["payloom", "keys", "create", "--mode", "live"])).toBeNull()
    expect(commandComplaint(["curl", "$URL/payments/$P/refunds", "-d", "{}"])).toBeNull()
  })

  it("exist with their options, in blocks", () => {
    const wrong = of("sh").flatMap((fence) =>
      shellCommands(fence.text).flatMap((words) => {
        const complaint = commandComplaint(words)
        return complaint === null ? [] : [`${placeOf(fence)}: ${words.join(" ")}: ${complaint}`]
      })
    )
    expect(wrong).toEqual([])
  })

  it("exist with their options, in sentences", () => {
    const named = userDocuments().flatMap(({ path, text }) =>
      [...text.matchAll(/`((?:npx )?payloom [a-z][^`]*|npm (?:run|start|test)[^`]*)`/g)].map(
        ([, command = ""]) => ({ path, command: command.replaceAll(/\s+/g, " ") })
      )
    )
    expect(named.length).toBeGreaterThan(50)
    const wrong = named.flatMap(({ path, command }) =>
      shellCommands(command).flatMap((words) => {
        const complaint = commandComplaint(words)
        // A sentence may name a command without all that it needs.
        if (complaint === null || /\bmissing\b/.test(complaint)) return []
        return [`${path}: ${command}: ${complaint}`]
      })
    )
    expect(wrong).toEqual([])
  })
})
