import { execFileSync } from "node:child_process"
import { join } from "node:path"

/** The way to start a program that loads hyperswitch-prism. */
export interface LibraryCommand {
  /** The URL of a program that has the library installed. */
  readonly from: string
  /** Node, or the loader of newer system libraries. */
  readonly execPath: string
  readonly execArgv: ReadonlyArray<string>
}

const program = join(
  import.meta.dirname,
  "../../../packages/provider-prism/src/testing/printLibraryCommand.ts"
)

/**
 * Returns the way to start programs that load the library, or null if it is not installed. Then a
 * line on standard error says so.
 */
export const findLibrary = (): LibraryCommand | null => {
  const printed = execFileSync(process.execPath, ["--conditions=source", program], {
    encoding: "utf8"
  })
  const found: LibraryCommand | { readonly missing: string } = JSON.parse(printed)
  if (!("missing" in found)) return found
  process.stderr.write(
    `Only Stripe and Adyen take part. ${found.missing} Run: npm run prism:install\n`
  )
  return null
}
