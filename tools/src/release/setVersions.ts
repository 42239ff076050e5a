import { globSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { publishedPackages, type Ran, root, run } from "../workspace.ts"
import { rangesAt } from "./versions.ts"

// Turns the changesets into versions and changelogs. Projects that are no workspaces get the new
// version too, and so does package-lock.json, which changesets does not know.

const steps: ReadonlyArray<() => Ran> = [
  () => run("changeset", ["version"]),
  () => {
    const version = publishedPackages()[0]?.manifest.version ?? ""
    for (const path of globSync("examples/recipes/*/package.json", { cwd: root })) {
      const file = join(root, path)
      writeFileSync(file, rangesAt(readFileSync(file, "utf8"), version))
    }
    return { ok: true, output: "" }
  },
  () => run("npm", ["install", "--package-lock-only", "--ignore-scripts", "--no-audit"])
]

for (const step of steps) {
  const { ok, output } = step()
  process.stdout.write(output)
  if (ok) continue
  process.exitCode = 1
  break
}
