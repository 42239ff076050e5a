import { globSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { describe, expect, it } from "vitest"
import { root } from "../workspace.ts"
import { lockedDependencies, neededDependencies } from "./dependencies.ts"
import { manifestOf, recipes, recipesFolder } from "./recipes.ts"
import { keptPackages, triedRecipes, versionsIn } from "./tried.ts"

const read = (...path: ReadonlyArray<string>): string =>
  readFileSync(join(recipesFolder, ...path), "utf8")

/** Collapses whitespace, because documents indent code differently. */
const flat = (text: string): string => text.replace(/\s+/g, " ").trim()

/** The recipes whose program is as short in another form. */
const ofOwnForm = ["next", "commonjs"]

describe("the recipes", () => {
  it("are all in the list that is tested", () => {
    const folders = globSync("*/package.json", { cwd: recipesFolder })
    expect(folders.map((path) => path.split(/[\\/]/)[0]).toSorted()).toEqual(recipes.toSorted())
  })

  it("open the engine with the same module, but for those without top-level await", () => {
    const modules = recipes
      .filter((recipe) => !ofOwnForm.includes(recipe))
      .map((recipe) => read(recipe, recipe === "nest" ? "src/payments.ts" : "payments.ts"))
    expect(new Set(modules).size).toBe(1)
  })

  it("are set up by the same program", () => {
    const programs = recipes.map((recipe) =>
      read(recipe, recipe === "commonjs" ? "setup.mjs" : "setup.ts")
    )
    expect(new Set(programs).size).toBe(1)
  })

  it("have servers that can be read in a minute", () => {
    for (const recipe of recipes) {
      const files = globSync(
        ["{server,instrumentation}.{ts,js}", "{src,app}/**/*.ts", "payments.*"],
        {
          cwd: join(recipesFolder, recipe)
        }
      )
      const lines = files.reduce((sum, file) => sum + read(recipe, file).split("\n").length - 1, 0)
      expect([recipe, lines <= 85]).toEqual([recipe, true])
    }
  })

  it("install packages that the locked project has", () => {
    expect(lockedDependencies()).toEqual(neededDependencies())
  })

  it("install the packages of this release", () => {
    const core = JSON.parse(readFileSync(join(root, "packages/core/package.json"), "utf8"))
    const ranges = recipes.flatMap((recipe) =>
      Object.entries(manifestOf(recipe).dependencies ?? {})
    )
    const own = ranges.filter(([name]) => name.startsWith("@payloom/"))
    expect([...new Set(own.map(([, range]) => range))]).toEqual([`^${core.version}`])
  })

  it("agree on the range of each package", () => {
    const ranges = new Map<string, string>()
    for (const recipe of recipes) {
      const { dependencies, devDependencies } = manifestOf(recipe)
      for (const [name, range] of Object.entries({ ...dependencies, ...devDependencies })) {
        expect([recipe, name, range]).toEqual([recipe, name, ranges.get(name) ?? range])
        ranges.set(name, range)
      }
    }
  })
})

describe("the kept versions of recipes", () => {
  const tried = triedRecipes()

  it.each(recipes)(
    "are of a run with the major versions that the recipe asks for: %s",
    (recipe) => {
      const { day = "", versions = {} } = tried[recipe] ?? {}
      expect(day).toMatch(/^20\d\d-\d\d-\d\d$/)
      expect(Object.keys(versions)).toEqual(expect.arrayContaining([...keptPackages(recipe)]))
      const { dependencies, devDependencies } = manifestOf(recipe)
      const asked = Object.entries({ ...dependencies, ...devDependencies })
      for (const [name, range] of asked.filter(([each]) => each in versions)) {
        const major = range.replace("^", "").split(".")[0]
        expect([recipe, name, versions[name]?.split(".")[0]]).toEqual([recipe, name, major])
      }
    }
  )

  it("are not kept if a package of the recipe is missing", () => {
    expect(() => versionsIn("fastify", recipesFolder, "24.0.0")).toThrow(
      "fastify has no fastify in its node_modules."
    )
  })
})

describe("a page about a recipe", () => {
  const pages = globSync("docs/guides/embed-in-*.md", { cwd: root }).toSorted()

  it("is there for each recipe", () => {
    expect(pages.map((path) => /embed-in-(.+)\.md/.exec(path)?.[1])).toEqual(recipes.toSorted())
  })

  const blocksOf = (recipe: string): ReadonlyArray<string> => {
    const page = readFileSync(join(root, `docs/guides/embed-in-${recipe}.md`), "utf8")
    const blocks = page.matchAll(/^```(?:ts|js|tsx|json)\n(.*?)^```$/gms)
    return [...blocks].map(([, text = ""]) => flat(text))
  }

  const filesOf = (recipe: string, pattern: string): ReadonlyArray<string> =>
    globSync(pattern, {
      cwd: join(recipesFolder, recipe),
      exclude: ["**/node_modules", "**/.next", "**/dist", "**/next-env.d.ts"]
    })

  it.each(recipes)("shows whole files of the recipe: %s", (recipe) => {
    const files = filesOf(recipe, "**/*.{ts,js,mjs,tsx,json}").map((file) =>
      flat(read(recipe, file))
    )
    expect(blocksOf(recipe).filter((block) => !files.includes(block))).toEqual([])
  })

  it.each(recipes)("shows every program of the recipe, so that it can be copied: %s", (recipe) => {
    const blocks = blocksOf(recipe)
    const missing = filesOf(recipe, "**/*.{ts,js,mjs}").filter(
      (file) => !blocks.includes(flat(read(recipe, file)))
    )
    expect(missing).toEqual([])
  })
})
