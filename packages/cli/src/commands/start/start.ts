import { resolve } from "node:path"
import { type Serving, serveNode } from "@payloom/adapter-http/node"
import { webhookSender } from "@payloom/adapter-webhooks"
import { Payloom, type PayloomSetup, reasonOf } from "@payloom/core"
import { sandbox } from "@payloom/testkit"
import { Hono } from "hono"
import type { Run } from "../../command/Command.ts"
import { CommandFailed } from "../../command/CommandFailed.ts"
import type { Terminal } from "../../command/Terminal.ts"
import { UsageError } from "../../command/UsageError.ts"
import { consolePages } from "../../console/consolePages.ts"
import { note } from "../../output/note.ts"
import type { StreamLine } from "../../output/Output.ts"
import { isPostgres, storageAt } from "../../storageAt.ts"
import { erasureLogBeside } from "../../target/erasureLogBeside.ts"
import { loadSetup, type SetupPart } from "../../target/loadSetup.ts"
import { secretOfSetup } from "../../target/secretIn.ts"
import { apiPage } from "./apiPage.ts"
import { masterSecret } from "./masterSecret.ts"
import { sandboxKeys } from "./sandboxKeys.ts"
import { startConsole } from "./startConsole.ts"
import { welcome } from "./welcome.ts"

interface Given {
  readonly database: string | undefined
  readonly port: number
  readonly host: string | undefined
  readonly setup: string | undefined
}

/** Only this machine reaches the server unless a host is given. */
const loopback = "127.0.0.1"

/** The setup of a user's module. The storage and the secret may be those of the command. */
type OwnSetup = Omit<PayloomSetup<Error>, "storage" | "secret">

/** Starts a server, which runs until it is interrupted. */
export const start: Run<Given, "nothing"> = async (given, { terminal, signal }) => {
  const location = given.database || terminal.env.PAYLOOM_DATABASE || "payloom.db"
  const path = isPostgres(location) ? location : resolve(terminal.cwd, location)
  const own = given.setup === undefined ? null : await loadSetup(resolve(terminal.cwd, given.setup))
  const stored = own === null ? null : storageOf(own, given)
  const file = stored !== null || isPostgres(path) ? null : path
  const secret =
    stored === null ? masterSecret(location, terminal) : secretOfSetup(own?.secret, terminal)
  const access = startConsole({ terminal, file, host: given.host ?? loopback })
  const box = sandbox({ secret, ...(file === null ? {} : { journal: `${file}.bank` }) })
  const payloom = await Payloom.make({
    ...reportsTo(terminal),
    webhooks: webhookSender(),
    ...(stored === null ? erasureLogBeside(path) : {}),
    ...((own as OwnSetup | null) ?? box.setup),
    storage: stored ?? storageAt(path),
    secret
  })
  try {
    const keys = own === null ? await sandboxKeys(payloom, box, file) : null
    await payloom.reporting.run()
    const serving = await serveNode(payloom, {
      port: given.port,
      host: given.host ?? loopback,
      graceMs: 10_000,
      pages: new Hono().route("/", apiPage(payloom)).route(
        "/",
        consolePages({
          payloom,
          access,
          stopping: signal,
          ...(keys === null ? {} : { startAt: { tenant: keys.tenant, mode: "test" } }),
          onRequest: ({ status, cause }) => {
            if (status >= 500) note(terminal, `console: ${reasonOf(cause)}`)
          }
        })
      )
    })
    const passwordBeside = terminal.env.PAYLOOM_CONSOLE_PASSWORD ? null : file
    const line = welcome({ url: serving.url, keys, access, passwordBeside })
    return { kind: "stream", lines: running(serving, line, signal) }
  } catch (error) {
    await payloom.close()
    throw listenFailure(error, given)
  }
}

/** Returns the storage of a setup, such as its cells. Null if the command has the database. */
const storageOf = ({ storage }: SetupPart, { database, setup }: Given) => {
  if (storage === undefined) return null
  if (database === undefined) return storage
  throw new UsageError(`--database can't be combined with ${setup}, which has a storage.`)
}

/** Returns a failure to listen in words. Another error is returned unchanged. */
const listenFailure = (error: unknown, { port, host = loopback }: Given): unknown => {
  const failed = (sentence: string) => new CommandFailed("not_listening", sentence)
  switch (Object(error).code) {
    case "EADDRINUSE":
      return failed(`Another program listens on port ${port}: choose another with --port.`)
    case "EACCES":
      return failed(`Port ${port} is only for root: choose one from 1024 up with --port.`)
    case "EADDRNOTAVAIL":
    case "ENOTFOUND":
      return failed(`${host} is no address of this machine: correct --host.`)
    default:
      return error
  }
}

const reportsTo = (terminal: Terminal): Pick<PayloomSetup<Error>, "onAlert" | "onLog"> => ({
  onAlert: ({ scope, event }) =>
    note(terminal, `${event.type} ${event.id} of ${scope.tenant} in ${scope.mode}`),
  onLog: ({ level, message, cause }) =>
    note(terminal, [level, message, cause ?? ""].join(" ").trim())
})

async function* running(
  serving: Serving,
  line: StreamLine,
  signal: AbortSignal
): AsyncGenerator<StreamLine> {
  try {
    yield line
    await new Promise<void>((end) => {
      if (signal.aborted) end()
      else signal.addEventListener("abort", () => end(), { once: true })
    })
  } finally {
    await serving.close()
  }
}
