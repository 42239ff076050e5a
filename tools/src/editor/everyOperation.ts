import { globSync, readFileSync } from "node:fs"
import { join } from "node:path"
import type { ExpectedHover } from "./expectedHovers.ts"

/** The two call styles: promises, and Effect. */
const callStyles = ["promise", "effect"] as const

/** Overloaded operations are shown well only in a call. The expected hovers contain such calls. */
const overloaded =
  /^(Payments\.(list|iterate)|Subscriptions\.(listCycles|iterateCycles)|Disputes\..*)$/

/**
 * Returns the services in core's declarations in a folder of modules, and a hover of each entry.
 */
export const everyOperation = (modules: string) => {
  const folder = join(modules, "@payloom/core/dist/engine/operations")
  const services = globSync("*.d.ts", { cwd: folder }).flatMap((name) =>
    servicesIn(readFileSync(join(folder, name), "utf8"))
  )
  const entries = services.flatMap(({ service, names }) =>
    names.flatMap((name) => callStyles.map((callStyle) => ({ service, name, callStyle })))
  )
  return {
    preamble: [
      `import type { ${services.map(({ service }) => service).join(", ")} } from "@payloom/core"`,
      ...services.flatMap(({ service }) =>
        callStyles.map(
          (callStyle) => `declare const ${callStyle}${service}: ${service}<"${callStyle}">`
        )
      )
    ].join("\n"),
    hovers: entries
      .filter(({ service, name }) => !overloaded.test(`${service}.${name}`))
      .map(
        ({ service, name, callStyle }): ExpectedHover => ({
          code: `${callStyle}${service}.‸${name}`,
          reads: callStyle === "promise" ? ") => " : " => ",
          says: "."
        })
      )
  }
}

/** Finds the interfaces of services, and their members. */
const servicesIn = (declarations: string) =>
  [...declarations.matchAll(/^export interface (\w+)<F extends CallStyle>.*?\{(.*?)^\}/gms)]
    .filter(([, service]) => !/Services$/.test(service ?? ""))
    .map(([, service = "", members = ""]) => ({
      service,
      names: [...members.matchAll(/^\treadonly (\w+):/gm)].map(([, name = ""]) => name)
    }))
