import { script } from "@bomb.sh/tab"
import type { Run } from "../../command/Command.ts"
import { printedBy } from "./printedBy.ts"
import { bashScript, zshScript } from "./shellScripts.ts"

/** Prints a completion script, which calls `payloom complete -- …` for each suggestion. */
export const completion: Run<{ readonly shell: string }, "nothing"> = async ({ shell }) => {
  const text = ownScripts[shell] ?? printedBy(() => script(shell, "payloom", "payloom"))
  return { kind: "text", text, json: { script: text } }
}

/**
 * The library's script for Bash evaluates the typed words, and needs the package bash-completion.
 * Its script for Zsh evaluates them too.
 */
const ownScripts: Readonly<Record<string, string>> = { bash: bashScript, zsh: zshScript }
