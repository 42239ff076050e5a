import { readFileSync } from "node:fs"
import { join } from "node:path"
import { root, sitePages } from "../site/pages.ts"

/** A fenced block of a document. */
export interface Fence {
  /** The document, relative to the repository. */
  readonly path: string
  /** The line of the block's first line, from 1. */
  readonly line: number
  /** The language, or an empty text. */
  readonly language: string
  /** The rest of the line that opens the block. */
  readonly info: string
  readonly text: string
}

const pattern = /^( *)```([\w-]*)([^\n]*)\n(.*?)^\1```$/gms

/** Removes the indentation of a block in a list. */
const outdent = (text: string, indent: string): string =>
  text
    .split("\n")
    .map((line) => (line.startsWith(indent) ? line.slice(indent.length) : line))
    .join("\n")

/** Returns the fenced blocks of a document, also those in lists. */
export const fencesIn = (path: string, document: string): ReadonlyArray<Fence> =>
  [...document.matchAll(pattern)].map(
    ({ index, 1: indent = "", 2: language = "", 3: info = "", 4: text = "" }) => ({
      path,
      line: document.slice(0, index).split("\n").length + 1,
      language,
      info: info.trim(),
      text: outdent(text, indent)
    })
  )

/** A document for users, relative to the repository. */
export interface UserDocument {
  readonly path: string
  readonly text: string
}

/** Returns all documents that the site shows. */
export const userDocuments = (): ReadonlyArray<UserDocument> =>
  sitePages().map(({ source }) => ({
    path: source,
    text: readFileSync(join(root, source), "utf8")
  }))

/** Returns the fenced blocks of all documents that the site shows. */
export const allFences = (): ReadonlyArray<Fence> =>
  userDocuments().flatMap(({ path, text }) => fencesIn(path, text))
