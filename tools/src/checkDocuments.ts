import { copyFileSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import { type DocumentBlock, documentBlocks, isExcerpt, moduleOf } from "./documentBlocks.ts"
import { type Ran, root, run } from "./workspace.ts"

const readerNames = join(import.meta.dirname, "../documents/readerNames.d.ts")

/** A block is a file in a folder named as the document: the file that it names, or its line. */
const fileOf = ({ path, line, text }: DocumentBlock): string => {
  const [, named = `${line}.ts`] = /^\/\/ (\S+\.ts)\n/.exec(text) ?? []
  return `${path}/${named}`
}

/** Declarations that sources find because they are in one program with them. */
const besides = ["packages/core/src/checkout/branding/cssTree.d.ts"].map((path) => join(root, path))

/** Files that readers copy from an example, beside the blocks that import them. */
const copied: Readonly<Record<string, string>> = {
  "docs/guides/stripe.md/stripeHooks.ts": "examples/kit/src/browser/stripeHooks.ts"
}

const compilerOptions = {
  lib: ["es2024", "dom", "dom.iterable"],
  noUnusedLocals: false,
  noUnusedParameters: false
}

/** Checks blocks of documents as modules of a program that has the names of readers. */
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

/** Checks the types of every block of TypeScript in what users read, by document and line. */
export const checkDocuments = (): Ran =>
  typeCheck(documentBlocks().filter((block) => !isExcerpt(block)))
