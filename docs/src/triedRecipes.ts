import { readFileSync } from "node:fs"
import { join } from "node:path"
import { type Recipe, recipes } from "../../tools/src/recipes/recipes.ts"
import { type TriedRecipe, triedRecipes } from "../../tools/src/recipes/tried.ts"

const root = join(import.meta.dirname, "../..")

/** Names of packages as people write them. */
const names: Readonly<Record<string, string>> = {
  node: "Node",
  express: "Express",
  fastify: "Fastify",
  hono: "Hono",
  "@nestjs/core": "NestJS",
  next: "Next.js",
  bun: "Bun",
  deno: "Deno",
  effect: "Effect",
  typescript: "TypeScript",
  "typescript-5": "TypeScript"
}

const versionTexts = ({ versions }: TriedRecipe): ReadonlyArray<string> =>
  Object.entries(versions).map(([name, version]) => `${names[name] ?? name} ${version}`)

const inWords = (texts: ReadonlyArray<string>): string =>
  new Intl.ListFormat("en-GB", { type: "conjunction" }).format(texts)

const dayInWords = (day: string): string =>
  new Intl.DateTimeFormat("en-GB", { dateStyle: "long", timeZone: "UTC" }).format(new Date(day))

/** Returns a table whose columns are as wide as their longest cell. */
const table = (rows: ReadonlyArray<ReadonlyArray<string>>): string => {
  const widthOf = (column: number): number =>
    Math.max(...rows.map((cells) => cells[column]?.length ?? 0))
  const lineOf = (cells: ReadonlyArray<string>): string =>
    `| ${cells.map((cell, column) => cell.padEnd(widthOf(column))).join(" | ")} |`
  const [head = [], ...body] = rows.map(lineOf)
  const rule = (rows[0] ?? []).map((_, column) => "-".repeat(widthOf(column)))
  return [head, `| ${rule.join(" | ")} |`, ...body].join("\n")
}

const recipesTable = (): string => {
  const tried = triedRecipes()
  const rows = recipes.map((recipe) => {
    const run = tried[recipe]
    return run === undefined
      ? [`\`${recipe}\``, "not run yet", ""]
      : [`\`${recipe}\``, versionTexts(run).join(", "), run.day]
  })
  return table([["Recipe", "Versions", "Last run"], ...rows])
}

const sentenceAbout = (recipe: Recipe): string => {
  const run = triedRecipes()[recipe]
  if (run === undefined) return "This page was not tried yet."
  return `Tried on ${dayInWords(run.day)} with ${inWords(versionTexts(run))}.`
}

const begin = "<!-- Tried versions, by `npm run docs` -->"
const end = "<!-- End -->"

/** Returns a document with a text between its two marks. Throws if it has none. */
const withBlock = (path: string, text: string): string => {
  const document = readFileSync(join(root, path), "utf8")
  const from = document.indexOf(begin)
  const to = document.indexOf(end, from)
  if (from === -1 || to === -1) throw new Error(`${path} needs the lines ${begin} and ${end}.`)
  return `${document.slice(0, from)}${begin}\n\n${text}\n\n${document.slice(to)}`
}

/** Returns the documents that name the versions of recipes, by their paths. */
export const triedRecipeDocuments = (): Readonly<Record<string, string>> => ({
  "examples/recipes/README.md": withBlock("examples/recipes/README.md", recipesTable()),
  ...Object.fromEntries(
    recipes.map((recipe) => {
      const path = `docs/guides/embed-in-${recipe}.md`
      return [path, withBlock(path, sentenceAbout(recipe))]
    })
  )
})
