import { existsSync, globSync, readFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { openApiDocument } from "@payloom/adapter-http"
import { buildProgram } from "../../../packages/cli/src/command/buildProgram.ts"
import { allCommands } from "../../../packages/cli/src/commands/allCommands.ts"
import { root } from "../site/pages.ts"
import type { ShellCommand } from "./shellWords.ts"

/** Programs that readers have, and words of the shell. */
const others = new Set(
  (
    "cd cp cat echo export field field() } for done jq kill mkdir sleep source openssl docker " +
    "git psql pg_basebackup pg_dump pg_restore pg_verifybackup stripe deno bun"
  ).split(" ")
)

const manifestOf = (folder: string): { readonly scripts?: Readonly<Record<string, string>> } =>
  JSON.parse(readFileSync(join(root, folder, "package.json"), "utf8"))

/** Returns the complaint about a command of `payloom`, or null. */
const payloomComplaint = (words: ReadonlyArray<string>): string | null => {
  if (words.length === 0 || words.includes("--help")) return null
  try {
    buildProgram(allCommands, () => undefined).parse([...words], { from: "user" })
    return null
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}

const sourcesOf = (folder: string): string =>
  globSync("src/**/*.ts", { cwd: join(root, folder) })
    .map((file) => readFileSync(join(root, folder, file), "utf8"))
    .join("\n")

const camelCase = (flag: string): string =>
  flag.replace(/^--/, "").replaceAll(/-([a-z])/g, (_, letter: string) => letter.toUpperCase())

/** Returns the first option that the program of a script doesn't name in its sources. */
const unknownOption = (script: string, options: ReadonlyArray<string>): string | undefined => {
  const [, folder] = / (?:src|([\w./-]+?)\/src)\/[\w./-]+\.ts/.exec(script) ?? []
  if (folder === undefined) return undefined
  const sources = sourcesOf(folder)
  const isNamed = (option: string) => {
    const plain = option.replace(/^--/, "").replace(/=.*$/, "")
    return new RegExp(`\\b(${plain}|${camelCase(`--${plain}`)})\\b`).test(sources)
  }
  return options.filter((word) => word.startsWith("--")).find((option) => !isNamed(option))
}

const npmComplaint = (words: ShellCommand): string | null => {
  const given = words.slice(1)
  const workspace = given[given.indexOf("-w") + 1]
  const folder = given.includes("-w") && workspace !== undefined ? workspace : "."
  const [verb = "", ...rest] = given
  if (["ci", "install", "init", "pkg", "ls", "exec"].includes(verb)) return null
  const name = verb === "run" ? (rest[0] ?? "") : verb
  if (!existsSync(join(root, folder, "package.json"))) return `There is no workspace ${folder}.`
  const script = manifestOf(folder).scripts?.[name] ?? ownScript(name)
  if (script === null) return `There is no script ${name}.`
  const options = given.includes("--") ? given.slice(given.indexOf("--") + 1) : []
  if (name === "payloom") return payloomComplaint(options)
  const unknown = unknownOption(script, options)
  return unknown === undefined ? null : `The script ${name} knows no ${unknown}.`
}

/** The script of an example of that name. A README of an example is read in its folder. */
const ownScript = (name: string): string | null =>
  globSync("examples/{*,recipes/*}/package.json", { cwd: root })
    .map((path) => manifestOf(dirname(path)).scripts?.[name])
    .find((script) => script !== undefined) ?? null

/** The paths of the HTTP interface, with a pattern for each id. */
const routes = Object.entries(
  (openApiDocument() as { readonly paths: Readonly<Record<string, object>> }).paths
).map(([path, methods]) => ({
  pattern: new RegExp(`^(/v1)?${path.replaceAll(/\{[^}]+\}/g, "[^/]+")}$`),
  methods: Object.keys(methods)
}))

/** A server that the engine is embedded in: the folder of the API, and a route of its own. */
const embedded = { apiPath: /^\/payloom(?=\/)/, ownRoute: /^\/orders\/[^/]+$/ }

const curlComplaint = (words: ShellCommand): string | null => {
  const address = words.find((word) =>
    /^(\$URL|https?:\/\/(localhost|127\.0\.0\.1)[^/]*)\//.test(word)
  )
  if (address === undefined) return null
  const path = address
    .replace(/^(\$URL|https?:\/\/[^/]+)/, "")
    .replace(/\?.*$/, "")
    .replace(embedded.apiPath, "")
  if (embedded.ownRoute.test(path)) return null
  const method = words.includes("-d") ? "post" : "get"
  const known = routes.some(
    ({ pattern, methods }) => pattern.test(path) && methods.includes(method)
  )
  return known ? null : `There is no ${method.toUpperCase()} ${path}.`
}

/**
 * Returns the problem with a command of a document, or null. Commands of `payloom` are read as the
 * command line reads them, scripts have to exist with their options, and paths have to be routes.
 * A program that nobody knows here is a problem too.
 */
export const commandComplaint = (words: ShellCommand): string | null => {
  const [program = "", ...rest] = words
  switch (program) {
    case "payloom":
      return payloomComplaint(rest)
    case "npx":
      return /^(payloom|@payloom\/cli)$/.test(rest[0] ?? "")
        ? payloomComplaint(rest.slice(1))
        : null
    case "npm":
      return npmComplaint(words)
    case "curl":
      return curlComplaint(words)
    case "node":
      return null
    default:
      return others.has(program) ? null : `${program} is no program that documents know.`
  }
}
