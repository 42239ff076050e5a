import { globSync, readFileSync } from "node:fs"
import { join } from "node:path"
import type { ExpectedHover } from "./expectedHovers.ts"

/** As promises, and for programs in Effect. */
const faces = ["promise", "effect"] as const

/** These read well once they are called, which the expected hovers do. */
const overloaded =
  /^(Payments\.(list|iterate)|Subscriptions\.(listCycles|iterateCycles)|Disputes\..*)$/

/** The services that core's declarations in a folder of modules have, and a hover of each entry. */
export const everyOperation = (modules: string) => {
  const folder = join(modules, "@payloom/core/dist/operations")
  const services = globSync("*.d.ts", { cwd: folder }).flatMap((name) =>
    servicesIn(readFileSync(join(folder, name), "utf8"))
  )
  const entries = services.flatMap(({ service, names }) =>
    names.flatMap((name) => faces.map((face) => ({ service, name, face })))
  )
  return {
    preamble: [
      `import type { ${services.map(({ service }) => service).join(", ")} } from "@payloom/core"`,
      ...services.flatMap(({ service }) =>
        faces.map((face) => `declare const ${face}${service}: ${service}<"${face}">`)
      )
    ].join("\n"),
    hovers: entries
      .filter(({ service, name }) => !overloaded.test(`${service}.${name}`))
      .map(
        ({ service, name, face }): ExpectedHover => ({
          code: `${face}${service}.‸${name}`,
          reads: face === "promise" ? ") => " : " => ",
          says: "."
        })
      )
  }
}

/** The interfaces that are services, those of one face, and what they declare. */
const servicesIn = (declarations: string) =>
  [...declarations.matchAll(/^export interface (\w+)<F extends Face>.*?\{(.*?)^\}/gms)]
    .filter(([, service]) => !/Services$/.test(service ?? ""))
    .map(([, service = "", members = ""]) => ({
      service,
      names: [...members.matchAll(/^ {4}readonly (\w+):/gm)].map(([, name = ""]) => name)
    }))
