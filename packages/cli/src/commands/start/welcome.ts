import { basename } from "node:path"
import type { ConsoleAccess } from "../../console/consoleAccess.ts"
import type { StreamLine } from "../../output/Output.ts"
import { passwordFileOf } from "../../target/secretIn.ts"
import type { ShopKeys } from "./sandboxKeys.ts"

interface Welcome {
  readonly url: string
  /** Null for a setup of one's own. */
  readonly keys: ShopKeys | null
  readonly access: ConsoleAccess
  /** The SQLite file if the console's password is beside it. Null if it is a variable. */
  readonly passwordBeside: string | null
}

type Lines = ReadonlyArray<readonly [label: string, value: string]>

/** Returns what a new server prints: several lines for people, and one document for scripts. */
export const welcome = (given: Welcome): StreamLine => {
  const { url, keys, access } = given
  const keyLines: Lines =
    keys === null
      ? []
      : [
          ["Secret key", keys.secret_key],
          ["Public key", keys.publishable_key],
          ["Test card", keys.instruments.approved ?? "-"]
        ]
  const page = ["API", `${url}/docs`] as const
  const lines = [["Listening on", url] as const, page, ...consoleLines(given), ...keyLines]
  const console_url = access.kind === "password" ? `${url}/console` : null
  return {
    cells: lines.map(([label, value]) => `${label.padEnd(14)}${value}`),
    isList: true,
    json: { url, console_url, ...keys }
  }
}

/** The password of the sandbox is shown. Another one may end in a log, so its place is shown. */
const consoleLines = ({ url, keys, access, passwordBeside }: Welcome): Lines => {
  if (access.kind !== "password") {
    const reason = access.kind === "nobody" ? access.reason : "nobody may use it"
    return [["Console", `not served, because ${reason}: set PAYLOOM_CONSOLE_PASSWORD`]]
  }
  const place =
    passwordBeside === null
      ? "the one in PAYLOOM_CONSOLE_PASSWORD"
      : `the one in ${basename(passwordFileOf(passwordBeside))}`
  const isShown = keys !== null && passwordBeside !== null
  return [
    ["Console", `${url}/console`],
    ["  name", "yours, which the audit log gets"],
    ["  password", isShown ? access.password : place]
  ]
}
