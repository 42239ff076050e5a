import { mkdtempSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join, relative } from "node:path"
import { manualClock } from "@payloom/testkit"
import { root } from "../workspace.ts"
import { keepStore } from "./keptStores.ts"
import { seedFixtureStore } from "./seedFixtureStore.ts"

// Creates a store with payments in flight by this release, and keeps it. Later releases must be
// able to open it. Run `npm run keep-store` at each release.
const manifest = readFileSync(join(root, "packages", "core", "package.json"), "utf8")
const { version } = JSON.parse(manifest) as { readonly version: string }
const folder = mkdtempSync(join(tmpdir(), "payloom-store-"))
try {
  const store = await seedFixtureStore(folder, manualClock("2026-11-22T12:00:00Z"), version)
  process.stdout.write(`${relative(root, keepStore(folder, store))} is kept.\n`)
} finally {
  rmSync(folder, { recursive: true, force: true })
}
