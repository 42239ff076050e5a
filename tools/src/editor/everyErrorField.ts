import { globSync, readFileSync } from "node:fs"
import { join } from "node:path"
import type { ExpectedHover } from "./expectedHovers.ts"

/** The fields of every error. JavaScript documents them. */
const ofAllErrors: ReadonlySet<string> = new Set(["message", "cause"])

/** Returns the errors in core's declarations in a folder of modules, and a hover of each field. */
export const everyErrorField = (modules: string) => {
  const folder = join(modules, "@payloom/core/dist")
  const errors = globSync("**/*.d.ts", { cwd: folder })
    .flatMap((name) => errorsIn(readFileSync(join(folder, name), "utf8")))
    .filter(({ fields }) => fields.length > 0)
  const names = errors.map(({ error }) => error)
  return {
    preamble: [
      `import type { ${names.join(", ")} } from "@payloom/core"`,
      ...names.map((error) => `declare const of${error}: ${error}`)
    ].join("\n"),
    hovers: errors.flatMap(({ error, fields }) =>
      fields.map(
        (field): ExpectedHover => ({ code: `of${error}.‸${field}`, reads: `${field}: `, says: "." })
      )
    )
  }
}

/** Finds the classes of errors. Their fields are in the class, or in an interface beside it. */
const errorsIn = (declarations: string) =>
  [...declarations.matchAll(/^export declare class (\w+) extends \w+_base<(.*?)> \{$/gms)].map(
    ([, error = "", fields = ""]) => ({
      error,
      fields: fieldsIn(`${fields}\n${interfaceIn(declarations, fields)}`).filter(
        (field) => !ofAllErrors.has(field)
      )
    })
  )

const interfaceIn = (declarations: string, mention: string): string => {
  const [name] = mention.match(/^\w+/) ?? []
  const [, members = ""] =
    declarations.match(new RegExp(`^interface ${name ?? "-"} \\{(.*?)^\\}`, "ms")) ?? []
  return members
}

const fieldsIn = (members: string): ReadonlyArray<string> =>
  [...members.matchAll(/^\t+readonly (\w+):/gm)].map(([, name = ""]) => name)
