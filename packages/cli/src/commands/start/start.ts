import { resolve } from "node:path"
import { pathToFileURL } from "node:url"
import { type Serving, serveNode } from "@payloom/adapter-http/node"
import { webhookSender } from "@payloom/adapter-webhooks"
import { Payloom, type PayloomSetup } from "@payloom/core"
import { sandbox } from "@payloom/testkit"
import type { Run } from "../../command/Command.ts"
import { CommandFailed } from "../../command/CommandFailed.ts"
import type { Terminal } from "../../command/Terminal.ts"
import type { StreamLine } from "../../output/Output.ts"
import { safeText } from "../../output/safeText.ts"
import { isPostgres, storageAt } from "../../storageAt.ts"
import { masterSecret } from "./masterSecret.ts"
import { type ShopKeys, sandboxKeys } from "./sandboxKeys.ts"

interface Given {
  readonly database: string | undefined
  readonly port: number
  readonly host: string | undefined
  readonly setup: string | undefined
}

/** The setup that a user's module exports: everything but the storage and the secret. */
type OwnSetup = Omit<PayloomSetup<Error>, "storage" | "secret">

/** Starts a server, which runs until it is interrupted. */
export const start: Run<Given, "nothing"> = async (given, { terminal, signal }) => {
  const location = given.database || terminal.env.PAYLOOM_DATABASE || "payloom.db"
  const path = isPostgres(location) ? location : resolve(terminal.cwd, location)
  const own = given.setup === undefined ? null : await ownSetup(resolve(terminal.cwd, given.setup))
  const secret = masterSecret(location, terminal)
  const box = sandbox({ secret, ...(isPostgres(path) ? {} : { journal: `${path}.bank` }) })
  const payloom = await Payloom.make({
    ...reportsTo(terminal),
    webhooks: webhookSender(),
    ...(own ?? box.setup),
    storage: storageAt(path),
    secret
  })
  try {
    const keys =
      own === null ? await sandboxKeys(payloom, box, isPostgres(path) ? null : path) : null
    const serving = await serveNode(payloom, {
      port: given.port,
      ...(given.host === undefined ? {} : { host: given.host }),
      graceMs: 10_000
    })
    return { kind: "stream", lines: running(serving, keys, signal) }
  } catch (error) {
    await payloom.close()
    throw error
  }
}

const ownSetup = async (file: string): Promise<OwnSetup> => {
  const loaded: { readonly default?: unknown } = await import(pathToFileURL(file).href).catch(
    (error: unknown) => {
      const reason = error instanceof Error ? error.message : String(error)
      throw new CommandFailed("setup_unreadable", `${file} can't be loaded: ${reason}`)
    }
  )
  if (typeof loaded.default === "object" && loaded.default !== null) {
    return loaded.default as OwnSetup
  }
  throw new CommandFailed(
    "setup_unreadable",
    `${file} must export the setup by default: export default { providers, vault }.`
  )
}

const reportsTo = ({ stderr }: Terminal): Pick<PayloomSetup<Error>, "onAlert" | "onLog"> => ({
  onAlert: ({ scope, event }) =>
    stderr.write(`${safeText(`${event.type} ${event.id} of ${scope.tenant} in ${scope.mode}`)}\n`),
  onLog: ({ level, message, cause }) =>
    stderr.write(`${safeText([level, message, cause ?? ""].join(" ").trim())}\n`)
})

async function* running(
  serving: Serving,
  keys: ShopKeys | null,
  signal: AbortSignal
): AsyncGenerator<StreamLine> {
  try {
    yield* welcome(serving.url, keys)
    await new Promise<void>((end) => {
      if (signal.aborted) end()
      else signal.addEventListener("abort", () => end(), { once: true })
    })
  } finally {
    await serving.close()
  }
}

/** People get several lines, and scripts one document. */
function* welcome(url: string, keys: ShopKeys | null): Generator<StreamLine> {
  const lines: ReadonlyArray<readonly [label: string, value: string]> = [
    ["Listening on", url],
    ...(keys === null
      ? []
      : [
          ["Secret key", keys.secret_key] as const,
          ["Public key", keys.publishable_key] as const,
          ["Test card", keys.instruments.approved ?? "-"] as const,
          ["API", `${url}/openapi.json`] as const
        ])
  ]
  const text = lines.map(([label, value]) => `${label.padEnd(14)}${value}`)
  yield { cells: text, isList: true, json: { url, ...keys } }
}
