import { globSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { type Comment, type ParseResult, parseSync } from "oxc-parser"

type Program = ParseResult["program"]

/** A parsed TypeScript file. */
export interface Source {
  /** The path relative to the repository, with forward slashes. */
  readonly path: string
  readonly text: string
  readonly program: Program
  readonly comments: ReadonlyArray<Comment>
  /** Returns the line number of an offset, from 1. */
  readonly lineAt: (offset: number) => number
}

/** A violation of a rule: its line and its description. */
export interface Violation {
  readonly line: number
  readonly what: string
}

/** A rule of style. It checks one file at a time. */
export interface Rule {
  /** The rule as a sentence. */
  readonly name: string
  readonly appliesTo: (path: string) => boolean
  readonly find: (source: Source) => ReadonlyArray<Violation>
  /** A file that breaks the rule. A test proves that the rule finds it. */
  readonly broken: { readonly path: string; readonly text: string }
}

const patterns = [
  "packages/*/src/**/*.{ts,tsx}",
  "examples/*/src/**/*.ts",
  "{bench,docs,tools}/src/**/*.ts",
  "*.{ts,mjs}"
]

/** Returns the paths of all written sources of the repository, in order. */
const sourcePaths = (root: string): ReadonlyArray<string> =>
  globSync(patterns, { cwd: root })
    .map((path) => path.replaceAll("\\", "/"))
    .filter((path) => !path.includes("/generated/"))
    .toSorted()

/** Parses a text as the file at a path. Throws if it isn't TypeScript. */
export const parseSource = (path: string, text: string): Source => {
  const parsed = parseSync(path, text)
  const { comments, errors } = parsed
  if (errors.length > 0) throw new Error(`${path}: ${errors[0]?.message}`)
  const starts = [0]
  for (const match of text.matchAll(/\n/g)) starts.push(match.index + 1)
  return {
    path,
    text,
    // The tree is built on first use, because this takes most of the time.
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

/** Returns true for tests and for files that only tests use. */
const isTest = (path: string): boolean => /\.test\.ts$|\/testing\//.test(path)

/** Returns true for the published files of core. */
export const isCore = (path: string): boolean =>
  path.startsWith("packages/core/src/") && !isTest(path)

/** Returns true for the published files of all packages. */
export const isPublished = (path: string): boolean =>
  /^packages\/[^/]+\/src\//.test(path) && !isTest(path)
