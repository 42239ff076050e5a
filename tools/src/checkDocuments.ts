import { copyFileSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import { type DocumentBlock, documentBlocks, isExcerpt, moduleOf } from "./documentBlocks.ts"
import { type Ran, root, run } from "./workspace.ts"

const readerNames = join(import.meta.dirname, "../documents/readerNames.d.ts")

/**
 * Returns the file of a block: the file that the block names, or its line, in the document's
 * folder.
 */
const fileOf = ({ path, line, text }: DocumentBlock): string => {
  const [, named = `${line}.ts`] = /^\/\/ (\S+\.ts)\n/.exec(text) ?? []
  return `${path}/${named}`
}

/** Declarations that sources need, although they don't import them. */
const besides = ["packages/core/src/checkout/branding/cssTree.d.ts"].map((path) => join(root, path))

/** Files that readers copy from an example. Blocks import them. */
const copied: Readonly<Record<string, string>> = {
  "docs/connectors/stripe.md/stripeHooks.ts": "examples/kit/src/browser/stripeHooks.ts"
}

const compilerOptions = {
  lib: ["es2024", "dom", "dom.iterable"],
  noUnusedLocals: false,
  noUnusedParameters: false
}

/** Checks blocks of documents as modules of a program that has the readers' names. */
export const typeCheck = (blocks: ReadonlyArray<DocumentBlock>): Ran => {
  const project = mkdtempSync(join(tmpdir(), "payloom-documents-"))
  try {
    for (const block of blocks) {
      const file = join(project, "src", fileOf(block))
      mkdirSync(dirname(file), { recursive: true })
      writeFileSync(file, moduleOf(block))
    }
    for (const [file, source] of Object.entries(copied)) {
      mkdirSync(dirname(join(project, "src", file)), { recursive: true })
      writeFileSync(join(project, "src", file), `export * from "${join(root, source)}"\n`)
    }
    copyFileSync(readerNames, join(project, "src/readerNames.d.ts"))
    symlinkSync(join(root, "node_modules"), join(project, "node_modules"))
    writeFileSync(join(project, "package.json"), JSON.stringify({ type: "module" }))
    const config = {
      extends: join(root, "tsconfig.json"),
      compilerOptions,
      files: besides,
      include: ["src"],
      exclude: []
    }
    writeFileSync(join(project, "tsconfig.json"), JSON.stringify(config))
    return run("tsc", ["-p", "tsconfig.json", "--pretty", "false"], project)
  } finally {
    rmSync(project, { recursive: true, force: true })
  }
}

/** Checks the types of every block of TypeScript for users, by document and line. */
export const checkDocuments = (): Ran =>
  typeCheck(documentBlocks().filter((block) => !isExcerpt(block)))
