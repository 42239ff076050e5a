import { isEngineError } from "@payloom/core"
import type { Tenant } from "../ground/openTenants.ts"
import { type Answer, type Check, recording } from "./Check.ts"
import { idsIn } from "./idSlots.ts"

/** An operation, called as a promise. */
type Send = (...input: ReadonlyArray<unknown>) => Promise<unknown>

/** Returns the operation as a merchant calls it, or a payer of theirs. */
export const sendTo = (
  { ground: { observer } }: Check,
  operation: string,
  { scope, publishableKey, tokens }: Tenant
): Send => {
  const { payloom } = observer
  const [service = "", name = ""] = operation.split(".")
  const credentials = (of: "checkout" | "portal") => ({
    publishableKey,
    sessionToken: tokens.find(({ kind }) => kind === of)?.token ?? ""
  })
  const services: Readonly<Record<string, () => unknown>> = {
    payer: () => payloom.payer(credentials("checkout")),
    portal: () => payloom.portal(credentials("portal")),
    tenants: () => payloom.tenants
  }
  const merchant = payloom.merchant(scope) as unknown as Readonly<Record<string, unknown>>
  const found = services[service]?.() ?? merchant[service]
  const send = Object(found)[name] as Send | undefined
  if (send === undefined) throw new Error(`There is no operation ${operation}.`)
  return send
}

/** Calls an operation. The answer has a word in place of each text that `instead` has. */
export const answerTo = async (
  check: Check,
  send: () => Promise<unknown>,
  instead: Readonly<Record<string, string>>
): Promise<Answer> => {
  const recorded = recording(check)
  const text = await check.ground.clock.until(send()).then(
    (answer) => written(answer ?? null),
    (error: unknown) =>
      isEngineError(error) ? `refused: ${error.message} ${written(error)}` : `broke: ${error}`
  )
  const { changes, reads } = recorded()
  return { text: withWords(text, instead, changes), changes, reads }
}

/** The secrets of new sessions are random. */
const newSecrets = /"(session_?token|url|secret)":"[^"]*"/gi

/**
 * Returns a text with a word in place of each text that `instead` has, of the id of each row that
 * the call made, and of new secrets.
 */
export const withWords = (
  text: string,
  instead: Readonly<Record<string, string>>,
  changes: Answer["changes"]
): string => {
  const made = new Set(
    changes.flatMap((change) =>
      change._tag === "Insert" && idsIn(change.row.id)[0] === change.row.id ? [change.row.id] : []
    )
  )
  const words = Object.entries({
    ...instead,
    ...Object.fromEntries([...made].map((id) => [id, "NEW"]))
  })
  const rest = words.reduce((text, [found, word]) => text.replaceAll(found, word), text)
  return made.size === 0 ? rest : rest.replaceAll(newSecrets, '"$1":"SECRET"')
}

const written = (value: unknown): string =>
  JSON.stringify(value, (_, part) => (typeof part === "bigint" ? `${part}n` : part))
