import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import type { Page } from "playwright-core"

/** All requests of payers' browsers, and all numbers that payers typed. */
export interface Witness {
  /** The address, headers and body of each request. */
  readonly sent: Array<string>
  readonly typed: Set<string>
}

/** Records all requests of a page and its frames. */
export const overhear = (page: Page, { sent }: Pick<Witness, "sent">): void => {
  page.on("request", (request) => {
    sent.push(`${request.url()} ${JSON.stringify(request.headers())} ${request.postData()}`)
  })
}

/**
 * Returns each place with a number that a payer typed: requests from outside of the card fields,
 * the log, and files in the database's folder. No places are expected.
 */
export const leaks = (
  { sent, typed }: Witness,
  { log, folder }: { readonly log: string; readonly folder: string }
): ReadonlyArray<string> => {
  const files = readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ name }) => [name, readFileSync(join(folder, name), "latin1")] as const)
  const isStored = files.some(([, content]) => content.includes("checkout_sessions"))
  if (!isStored || typed.size === 0) return ["nothing was stored or typed, so nothing could leak"]
  const places = [...sent.map((text) => ["a request", text] as const), ["the log", log] as const]
  return [...typed].flatMap((number) => {
    const asTyped = new RegExp([...number].join("[ -]?"))
    return [...places, ...files]
      .filter(([, text]) => asTyped.test(text))
      .map(([place]) => `${number.slice(0, 4)}… is in ${place}`)
  })
}
