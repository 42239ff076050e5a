import { randomBytes } from "node:crypto"
import { existsSync, mkdirSync, writeFileSync } from "node:fs"
import { basename, dirname, join, resolve } from "node:path"
import type { Run } from "../../command/Command.ts"
import { CommandFailed } from "../../command/CommandFailed.ts"
import { versionOf } from "../../command/versionOf.ts"
import { projectFiles } from "./projectFiles.ts"

/** Creates a project. */
export const init: Run<{ readonly folder: string | undefined }, "nothing"> = async (
  { folder = "." },
  { terminal }
) => {
  const target = resolve(terminal.cwd, folder)
  const files = projectFiles({
    name: packageName(basename(target)),
    version: versionOf(),
    secret: randomBytes(32).toString("base64url"),
    consolePassword: randomBytes(18).toString("base64url")
  })
  const existing = Object.keys(files).filter((name) => existsSync(join(target, name)))
  if (existing.length > 0) {
    throw new CommandFailed(
      "files_exist",
      `${folder} already has ${existing.join(", ")}: choose an empty folder.`
    )
  }
  for (const [name, content] of Object.entries(files)) {
    const file = join(target, name)
    createFolder(dirname(file))
    // `wx` fails if another program has created the file meanwhile. `.env` has secrets.
    writeFileSync(file, content, { flag: "wx", mode: name === ".env" ? 0o600 : 0o644 })
  }
  return {
    kind: "value",
    sections: [
      { title: `Created ${target}`, lines: Object.keys(files).map((name) => `  ${name}`) },
      { title: "Next", lines: [...(folder === "." ? [] : [`  cd ${folder}`]), ...next] }
    ],
    json: { folder: target, files: Object.keys(files) }
  }
}

/** `mkdirSync` with `recursive` never ends in `/proc`, which says that there is no such folder. */
const createFolder = (folder: string): void => {
  if (existsSync(folder)) return
  createFolder(dirname(folder))
  try {
    mkdirSync(folder)
  } catch (error) {
    if (Object(error).code !== "ENOENT") throw error
    const complaint = `No folder can be created in ${dirname(folder)}: choose another one.`
    throw new CommandFailed("not_accessible", complaint)
  }
}

const next = [
  "  npm install",
  "  npm test            takes payments in memory",
  "  npm start           serves the sandbox on http://127.0.0.1:8080, and the console at /console",
  "  npm run payloom -- payments list"
]

/** npm takes lower-case names only. */
const packageName = (folder: string): string =>
  folder
    .toLowerCase()
    .replaceAll(/[^a-z0-9._-]+/g, "-")
    .replace(/^[._-]+/, "") || "shop"
