import { globSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { type Comment, type ParseResult, parseSync } from "oxc-parser"

type Program = ParseResult["program"]

/** One TypeScript file, parsed. */
export interface Source {
  /** Relative to the repository, with forward slashes. */
  readonly path: string
  readonly text: string
  readonly program: Program
  readonly comments: ReadonlyArray<Comment>
  /** The number of the line that an offset is on, from 1. */
  readonly lineAt: (offset: number) => number
}

/** What a rule found: where, and what it is. */
export interface Violation {
  readonly line: number
  readonly what: string
}

/** One rule of style, checked file by file. */
export interface Rule {
  /** A sentence. */
  readonly name: string
  readonly appliesTo: (path: string) => boolean
  readonly find: (source: Source) => ReadonlyArray<Violation>
  /** A file that breaks the rule, to prove that it would be noticed. */
  readonly broken: { readonly path: string; readonly text: string }
}

const patterns = [
  "packages/*/src/**/*.ts",
  "examples/*/src/**/*.ts",
  "{bench,docs,tools}/src/**/*.ts",
  "*.{ts,mjs}"
]

/** Paths of all sources of the repository, in order. */
const sourcePaths = (root: string): ReadonlyArray<string> =>
  globSync(patterns, { cwd: root })
    .map((path) => path.replaceAll("\\", "/"))
    .toSorted()

/** Parses a text as the file at a path. Throws where it is no TypeScript. */
export const parseSource = (path: string, text: string): Source => {
  const parsed = parseSync(path, text)
  const { comments, errors } = parsed
  if (errors.length > 0) throw new Error(`${path}: ${errors[0]?.message}`)
  const starts = [0]
  for (const match of text.matchAll(/\n/g)) starts.push(match.index + 1)
  return {
    path,
    text,
    // Parsed into objects on first use, which takes most of the time.
    get program() {
      return parsed.program
    },
    comments,
    lineAt: (offset) => starts.findLastIndex((start) => start <= offset) + 1
  }
}

/** Reads and parses all sources. */
export const readSources = (root: string): ReadonlyArray<Source> =>
  sourcePaths(root).map((path) => parseSource(path, readFileSync(join(root, path), "utf8")))

/** Tests, and what only tests use. */
const isTest = (path: string): boolean => /\.test\.ts$|\/testing\//.test(path)

/** What core ships. */
export const isCore = (path: string): boolean =>
  path.startsWith("packages/core/src/") && !isTest(path)

/** What any published package ships. */
export const isPublished = (path: string): boolean =>
  /^packages\/[^/]+\/src\//.test(path) && !isTest(path)
