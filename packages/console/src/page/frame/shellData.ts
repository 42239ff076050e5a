import type { Scope } from "@payloom/core"
import type { ShellData } from "../../frame/shell.ts"

const meta = document.querySelector<HTMLMetaElement>('meta[name="console"]')

/** The data of the page's document. */
export const shellData = JSON.parse(meta?.content ?? "{}") as ShellData

/** An account in a mode, as in the address. */
export interface Place extends Scope {
  /** The path below the scope, such as `/payments`. */
  readonly path: string
}
