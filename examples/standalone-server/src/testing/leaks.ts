import { readdirSync, readFileSync } from "node:fs"
import { dirname, join } from "node:path"
import type { Witness } from "./payer.ts"
import type { RunningServer } from "./runServer.ts"

/**
 * Where numbers that payers typed have come to be: in what their browsers sent outside of the card
 * fields, in the server's log, or in a file beside its database. Nowhere, it is hoped.
 */
export const leaks = (
  { sent, typed }: Witness,
  server: RunningServer,
  database: string
): ReadonlyArray<string> => {
  const folder = dirname(database)
  const files = readdirSync(folder).map(
    (name) => [name, readFileSync(join(folder, name), "latin1")] as const
  )
  const kept = files.some(([, content]) => content.includes("checkout_sessions"))
  if (!kept || typed.size === 0) return ["nothing was stored or typed, so nothing could leak"]
  const places = [
    ...sent.map((text) => ["a request", text] as const),
    ["the log", server.log()] as const,
    ...files
  ]
  return [...typed].flatMap((number) => {
    const asTyped = new RegExp([...number].join("[ -]?"))
    return places
      .filter(([, text]) => asTyped.test(text))
      .map(([place]) => `${number.slice(0, 4)}… is in ${place}`)
  })
}
