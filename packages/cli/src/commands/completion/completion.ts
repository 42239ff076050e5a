import { script } from "@bomb.sh/tab"
import type { Run } from "../../command/Command.ts"
import { printedBy } from "./printedBy.ts"

/** Prints a completion script, which calls `payloom complete -- …` for each suggestion. */
export const completion: Run<{ readonly shell: string }, "nothing"> = async ({ shell }) => {
  const text = printedBy(() => script(shell, "payloom", "payloom"))
  return { kind: "text", text, json: { script: text } }
}
