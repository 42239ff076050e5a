import { globSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { expect, it } from "vitest"
import { root } from "./workspace.ts"

const packages = globSync("packages/*/package.json", { cwd: root }).map(
  (path): string => JSON.parse(readFileSync(join(root, path), "utf8")).name
)

it.each(globSync(".changeset/*.md", { cwd: root }).filter((path) => !path.endsWith("README.md")))(
  "%s names the packages, the size of the change, and the change",
  (path) => {
    const text = readFileSync(join(root, path), "utf8")
    const [, front = ""] = /^---\n((?:"[^"]+": (?:patch|minor|major)\n)+)---\n\n\S/.exec(text) ?? []
    const named = [...front.matchAll(/^"([^"]+)"/gm)].map(([, name]) => name)
    expect(named.length, `${path} has no front matter that names packages`).toBeGreaterThan(0)
    expect(packages).toEqual(expect.arrayContaining(named))
  }
)
