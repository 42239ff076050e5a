import { existsSync } from "node:fs"
import { pathToFileURL } from "node:url"
import type { PayloomSetup } from "@payloom/core"
import { reasonOf } from "@payloom/core"
import { CommandFailed } from "../command/CommandFailed.ts"

/** A setup, or a part of one. */
export type SetupPart = Partial<PayloomSetup<unknown>>

/**
 * Loads the default export of a module: a setup, or a function that makes one. Rejects with
 * `CommandFailed` if there is none.
 */
export const loadSetup = async (file: string): Promise<SetupPart> => {
  const failed = (reason: string) =>
    new CommandFailed("setup_unreadable", `${file} can't be loaded: ${reason}`)
  if (!existsSync(file)) throw new CommandFailed("setup_unreadable", `There is no file ${file}.`)
  const loaded: { readonly default?: unknown } = await import(pathToFileURL(file).href).catch(
    (error: unknown) => {
      throw failed(reasonOf(error))
    }
  )
  const exported = loaded.default
  const setup: unknown =
    typeof exported === "function"
      ? await Promise.resolve(exported()).catch((error: unknown) => {
          throw failed(reasonOf(error))
        })
      : exported
  if (typeof setup === "object" && setup !== null) return setup
  throw new CommandFailed(
    "setup_unreadable",
    `${file} must export the setup by default: export default { providers, vault }.`
  )
}
