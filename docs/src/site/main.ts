import { join } from "node:path"
import { build, serve } from "vitepress"
import { checkSite } from "./checkSite.ts"
import { siteBase, siteFolder } from "./pages.ts"

const folder = import.meta.dirname
const isPreview = process.argv.includes("--preview")
const withApi = !process.argv.includes("--without-api")

/** Builds the site and the reference of the API. Resolves to sentences about what is wrong. */
const buildSite = async (): Promise<ReadonlyArray<string>> => {
  await build(folder)
  if (!withApi) return []
  const { writeApiReference } = await import("../../../tools/src/api/apiReference.ts")
  return [...(await writeApiReference(join(siteFolder, "api"))), ...checkSite(siteBase)]
}

if (isPreview) {
  await serve({ root: folder, port: 4173 })
} else {
  const complaints = await buildSite()
  for (const complaint of complaints) process.stderr.write(`${complaint}\n`)
  if (complaints.length === 0) process.stdout.write("The site is in docs/dist/site.\n")
  process.exitCode = complaints.length === 0 ? 0 : 1
}
