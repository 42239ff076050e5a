import { globSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { root } from "./workspace.ts"

/** A block of TypeScript in a document. */
export interface DocumentBlock {
  /** The document, relative to the repository. */
  readonly path: string
  /** The line of the document with the block's first line, from 1. */
  readonly line: number
  readonly text: string
}

const documents = ["*.md", "{packages,examples}/*/README.md", "docs/**/*.md"]

/** Returns the blocks of TypeScript of a document, also those in lists. */
export const blocksIn = (path: string, document: string): ReadonlyArray<DocumentBlock> =>
  [...document.matchAll(/^( *)```tsx?\n(.*?)^\1```$/gms)].map(
    ({ index, 1: indent = "", 2: text = "" }) => ({
      path,
      line: document.slice(0, index).split("\n").length + 1,
      text: text.replaceAll(new RegExp(`^${indent}`, "gm"), "")
    })
  )

/** Returns the blocks of TypeScript of all documents for users. */
export const documentBlocks = (): ReadonlyArray<DocumentBlock> =>
  globSync(documents, { cwd: root })
    .map((path) => path.replaceAll("\\", "/"))
    .toSorted()
    .flatMap((path) => blocksIn(path, readFileSync(join(root, path), "utf8")))

/** Collapses whitespace, because documents indent code differently. */
const flat = (text: string): string => text.replace(/\s+/g, " ").trim()

/** The recipes are compiled by a test of their own. */
const recipes = "examples/recipes/*/{*,src/*,app/**/*}.{ts,js,tsx}"

const sources = globSync(["{packages,examples}/*/src/**/*.ts", recipes], { cwd: root }).map(
  (path) => flat(readFileSync(join(root, path), "utf8"))
)

/** Returns true if a block is part of a source, which is checked with the sources. */
export const isExcerpt = ({ text }: DocumentBlock): boolean => {
  const wanted = flat(text)
  return sources.some((source) => source.includes(wanted))
}

/** Adds the endings of files. Blocks for bundlers leave them out. */
const withEndings = (text: string): string => text.replace(/(from "\.[^"]*?)(\.ts)?"$/gm, '$1.ts"')

const imports = /^import [^;]*?"[^"\n]+"$/gm

/**
 * Returns a module of a block with the document's line numbers. A block without exports becomes the
 * body of a function after its imports, so that it may return.
 */
export const moduleOf = ({ text: written, line }: DocumentBlock): string => {
  const text = withEndings(written)
  const above = "\n".repeat(line - 2)
  if (/^export /m.test(text)) return `${above}\n${text}`
  const imported = (text.match(imports) ?? []).map((each) => each.replace(/\s+/g, " ")).join(";")
  const body = text.replace(imports, (each) => each.replace(/[^\n]/g, ""))
  return `${imported}${above}export const block = async () => {\n${body}}\n`
}
