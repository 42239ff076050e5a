import { readFileSync } from "node:fs"
import { registerHooks } from "node:module"
import { join } from "node:path"
import { pathToFileURL } from "node:url"
import type { Mutation } from "./Mutation.ts"

const core = join(import.meta.dirname, "../../../packages/core/src")

/** The mutations of this process. */
export const switched = {
  /** The mutation that is switched on, by its name. Null if none is. */
  on: null as string | null,
  /** The names of the mutations whose expressions were evaluated, switched on or not. */
  evaluated: new Set<string>()
}

declare global {
  /** Read by the mutated source. */
  var isMutated: (name: string) => boolean
}

/** A replacement in a source, by the places of its expression. */
interface Replacement {
  readonly from: number
  readonly to: number
  readonly text: string
}

/** Returns the text of each mutated file with its mutations, by path. Throws if one doesn't fit. */
export const mutatedSources = (mutations: ReadonlyArray<Mutation>): ReadonlyMap<string, string> =>
  new Map(
    [...Map.groupBy(mutations, ({ file }) => file)].map(([file, own]) => {
      const path = join(core, file)
      return [path, mutated(readFileSync(path, "utf8"), own)] as const
    })
  )

/**
 * Puts all mutations into the engine's source as it is loaded, each behind a switch, so that one
 * process can try them one by one. Call it before the engine is imported. Throws an `Error` if a
 * mutation no longer fits the source.
 */
export const seedMutations = (mutations: ReadonlyArray<Mutation>): void => {
  globalThis.isMutated = (name) => {
    switched.evaluated.add(name)
    return name === switched.on
  }
  const sources = new Map(
    [...mutatedSources(mutations)].map(([path, text]) => [pathToFileURL(path).href, text] as const)
  )
  registerHooks({
    load: (url, context, next) => {
      const source = sources.get(url)
      return source === undefined
        ? next(url, context)
        : { format: "module-typescript", source, shortCircuit: true }
    }
  })
}

/** Returns a source with mutations behind their switches. */
const mutated = (source: string, mutations: ReadonlyArray<Mutation>): string => {
  const replacements = mutations
    .map((mutation) => replacementIn(source, mutation))
    .toSorted((left, right) => right.from - left.from)
  let result = source
  let end = source.length
  for (const { from, to, text } of replacements) {
    if (to > end) throw new Error(`Two mutations change the same expression: ${text}`)
    result = result.slice(0, from) + text + result.slice(to)
    end = from
  }
  return result
}

const replacementIn = (source: string, { name, file, at, to }: Mutation): Replacement => {
  const [before = "", expression, after = ""] = at.split(/[«»]/)
  if (expression === undefined) throw new Error(`${name} has no expression between « and ».`)
  const place = source.indexOf(before + expression + after)
  if (place < 0) throw new Error(`${name} no longer fits ${file}: change its text.`)
  if (source.includes(before + expression + after, place + 1)) {
    throw new Error(`${name} fits ${file} more than once: make its text longer.`)
  }
  const from = place + before.length
  // A property in short form, such as `{ version }`, is replaced as a whole.
  const isProperty = /^\w+: /.test(to)
  const text = isProperty
    ? `...(isMutated(${JSON.stringify(name)}) ? { ${to} } : { ${expression} })`
    : `(isMutated(${JSON.stringify(name)}) ? (${to}) : (${expression}))`
  return { from, to: from + expression.length, text }
}
