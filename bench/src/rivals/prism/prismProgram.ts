import { execFileSync } from "node:child_process"
import { readFileSync } from "node:fs"
import { join, resolve } from "node:path"
import type { Program } from "../RivalProcess.ts"

const provider = resolve(import.meta.dirname, "../../../../packages/provider-prism")

/** The way to start a program with the library, or the reason why there is none. */
type Printed =
  | {
      readonly from: string
      readonly execPath: string
      readonly execArgv: ReadonlyArray<string>
    }
  | { readonly missing: string }

/**
 * Returns the program on hyperswitch-prism, which stops an order or repeats a call if nobody knows
 * what a call did. On a system with an older glibc it is started by the
 * loader of newer system libraries. Returns the reason if the library can't be loaded.
 */
export const prismProgram = (
  whenUnknown: "stop" | "repeat"
): Program | { readonly missing: string } => {
  const printer = join(provider, "src/testing/printLibraryCommand.ts")
  const printed: Printed = JSON.parse(
    execFileSync(process.execPath, ["--conditions=source", printer], { encoding: "utf8" })
  )
  if ("missing" in printed) return { missing: `${printed.missing} Run npm run prism:install.` }
  const { from, execPath, execArgv } = printed
  const script = join(import.meta.dirname, "program.ts")
  return { script, execPath, execArgv, args: [from, whenUnknown] }
}

/** Returns the version of the library that is installed for tests. */
export const prismVersion = (): string =>
  JSON.parse(readFileSync(join(provider, "library/package.json"), "utf8")).dependencies[
    "hyperswitch-prism"
  ]
