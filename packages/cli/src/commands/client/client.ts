import { existsSync, readFileSync, writeFileSync } from "node:fs"
import { resolve } from "node:path"
import { reasonOf } from "@payloom/core"
import { formatSource } from "../../client/formatSource.ts"
import { operationsOf } from "../../client/OpenApi.ts"
import { writeClient } from "../../client/writeClient.ts"
import type { Run } from "../../command/Command.ts"
import { CommandFailed } from "../../command/CommandFailed.ts"
import { safeText } from "../../output/safeText.ts"
import { readDocument } from "./readDocument.ts"

interface Given {
  readonly server: string
  readonly out: string
}

const notice = "// Written by `payloom client`. Run it again when the server has new operations."

/** Writes a client. */
export const client: Run<Given, "nothing"> = async ({ server, out }, { terminal }) => {
  const file = resolve(terminal.cwd, out)
  if (existsSync(file) && !readFileSync(file, "utf8").startsWith(notice)) {
    const message = `${safeText(out)} was not written by this command: choose another file.`
    throw new CommandFailed("file_exists", message)
  }
  const document = await readDocument(server, terminal.cwd)
  const { api, operations } = await writeClient(document).catch((error: unknown) => {
    const reason = reasonOf(error)
    throw new CommandFailed("document_invalid", safeText(`${server} can't be used: ${reason}`))
  })
  const source = await formatSource(`${notice}

import {
  type CallOptions,
  type ChangeOptions,
  type ClientOptions,
  clientOf,
  type Operations,
  type Pages
} from "@payloom/client"

${api}
const operations: Operations = ${operations}

/** Returns a client of the API, with the operations of modules. */
export const createClient = (options: ClientOptions): Client =>
  clientOf<Client>(operations, options)
`)
  writeFileSync(file, source)
  const count = operationsOf(document).length
  return {
    kind: "value",
    sections: [
      { title: `Wrote ${safeText(out)}`, lines: [`  ${count} operations`] },
      { title: "Next", lines: ["  npm install @payloom/client"] }
    ],
    json: { file, operations: count }
  }
}
