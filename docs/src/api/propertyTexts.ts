import { resolve } from "node:path"
import type { PropertyTexts } from "../../../packages/adapter-http/src/described.ts"
import type { OpenApiDocument } from "../../../packages/cli/src/client/OpenApi.ts"
import { startLanguageServer } from "../../../tools/src/editor/LanguageServer.ts"
import { type Probe, probesOf } from "./probes.ts"

const root = resolve(import.meta.dirname, "../../..")

/** A file that only the language server sees. Its folder is a small project, which loads faster. */
const file = "docs/src/api/probe/probes.ts"

/**
 * Returns the descriptions of the API's properties. They are the doc comments that an editor shows
 * for the same properties in the process, in the terms of the wire.
 */
export const propertyTexts = async (document: OpenApiDocument): Promise<PropertyTexts> => {
  const { preamble, probes } = probesOf(document)
  const head = preamble.split("\n")
  const lines = probes.flatMap(({ expressions }) => expressions)
  const server = await startLanguageServer(root)
  server.open(file, [...head, ...lines].join("\n"))
  const names = wireNames(probes)
  const texts: Record<string, Record<string, string>> = {}
  let line = head.length
  for (const { component, path, expressions } of probes) {
    const own = texts[component] ?? {}
    texts[component] = own
    for (const [at, expression] of expressions.entries()) {
      if (own[path] !== undefined) break
      const { documentation } = await server.hover(file, line + at, expression.length - 1)
      if (documentation !== "") own[path] = onTheWire(documentation, names)
    }
    line += expressions.length
  }
  await server.close()
  return texts
}

/** Returns the names of properties on the wire by their names in the process. */
const wireNames = (probes: ReadonlyArray<Probe>): ReadonlyMap<string, string> =>
  new Map([
    ["nextCursor", "next_cursor"],
    ...probes.map(({ path, expressions: [expression = ""] }) => {
      const name = path.split(".").at(-1) ?? ""
      return [expression.split(".").at(-1) ?? "", name] as const
    })
  ])

/** Returns a doc comment in the terms of the wire: its names, its amounts and its times. */
const onTheWire = (text: string, names: ReadonlyMap<string, string>): string =>
  text
    .replaceAll(/\s*\n\s*(?!-)/g, " ")
    .replaceAll("in milliseconds since the epoch", "in RFC 3339")
    .replaceAll(/`(\d+)n`/g, '`"$1"`')
    .replaceAll(/`([a-z]\w*)`/g, (_quoted, name: string) => `\`${names.get(name) ?? name}\``)
