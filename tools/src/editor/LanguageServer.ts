import { type ChildProcess, spawn } from "node:child_process"
import { join } from "node:path"
import { pathToFileURL } from "node:url"
import { root } from "../workspace.ts"

/** The text that an editor shows at a place in a program. */
export interface Hover {
  /** The symbol and its type, in one line. */
  readonly signature: string
  readonly documentation: string
}

/** TypeScript's language server, as editors run it, on a project. */
export interface LanguageServer {
  readonly open: (file: string, text: string) => void
  /** Returns the text that is shown for a character of an open file. */
  readonly hover: (file: string, line: number, character: number) => Promise<Hover>
  /** Returns the errors of an open file. */
  readonly errors: (file: string) => Promise<ReadonlyArray<string>>
  readonly close: () => Promise<void>
}

/** Starts TypeScript's language server. */
export const startLanguageServer = async (folder: string): Promise<LanguageServer> => {
  const server = spawn(join(root, "node_modules/.bin/tsc"), ["--lsp", "--stdio"], {
    cwd: folder,
    stdio: ["pipe", "pipe", "ignore"]
  })
  const { ask, tell } = speakingWith(server)
  await ask("initialize", {
    processId: process.pid,
    rootUri: pathToFileURL(folder).href,
    capabilities: { textDocument: { hover: { contentFormat: ["markdown"] } } }
  })
  tell("initialized", {})
  const at = (file: string) => ({ uri: pathToFileURL(join(folder, file)).href })
  return {
    open: (file, text) =>
      tell("textDocument/didOpen", {
        textDocument: { ...at(file), languageId: "typescript", version: 1, text }
      }),
    hover: async (file, line, character) => {
      const asked = { textDocument: at(file), position: { line, character } }
      const shown = await ask("textDocument/hover", asked)
      return readHover((shown as { contents?: { value?: string } } | null)?.contents?.value ?? "")
    },
    errors: async (file) => {
      const told = await ask("textDocument/diagnostic", { textDocument: at(file) })
      const { items } = told as { items: ReadonlyArray<{ severity: number; message: string }> }
      return items.filter(({ severity }) => severity === 1).map(({ message }) => message)
    },
    close: async () => {
      await ask("shutdown", undefined)
      tell("exit", undefined)
      await new Promise((resolve) => server.once("exit", resolve))
    }
  }
}

/** Reads a hover: a block of TypeScript, and the documentation below it. */
const readHover = (markdown: string): Hover => {
  const [, signature = "", documentation = ""] = /^```\w+\n(.*?)\n```\n?(.*)$/s.exec(markdown) ?? []
  return {
    signature: signature.replaceAll(/\s+/g, " ").trim(),
    documentation: documentation.trim()
  }
}

interface Message {
  readonly id?: number | string
  readonly method?: string
  readonly params?: unknown
  readonly result?: unknown
  readonly error?: { readonly message: string }
}

/** Speaks JSON-RPC over a process's pipes. The length of a message precedes it. */
const speakingWith = ({ stdin, stdout }: ChildProcess) => {
  const waiting = new Map<number | string, (answer: Message) => void>()
  let asked = 0
  const send = (message: object) => {
    const text = JSON.stringify({ jsonrpc: "2.0", ...message })
    stdin?.write(`Content-Length: ${Buffer.byteLength(text)}\r\n\r\n${text}`)
  }
  const take = (message: Message) => {
    const { id, method } = message
    if (id === undefined) return
    // The server's own requests, for its settings for example, get the usual answers.
    if (method !== undefined) return send({ id, result: usual(message) })
    waiting.get(id)?.(message)
    waiting.delete(id)
  }
  let unread = Buffer.alloc(0)
  stdout?.on("data", (bytes: Buffer) => {
    unread = Buffer.concat([unread, bytes])
    for (;;) {
      const start = unread.indexOf("\r\n\r\n") + 4
      const length = Number(/Content-Length: (\d+)/i.exec(unread.toString("latin1", 0, start))?.[1])
      if (start < 4 || unread.length < start + length) return
      take(JSON.parse(unread.toString("utf8", start, start + length)) as Message)
      unread = unread.subarray(start + length)
    }
  })
  return {
    tell: (method: string, params: unknown) => send({ method, params }),
    ask: (method: string, params: unknown) =>
      new Promise<unknown>((resolve, reject) => {
        asked += 1
        waiting.set(asked, ({ result, error }) =>
          error === undefined ? resolve(result) : reject(new Error(`${method}: ${error.message}`))
        )
        send({ id: asked, method, params })
      })
  }
}

const usual = ({ method, params }: Message): unknown =>
  method === "workspace/configuration"
    ? (params as { items: ReadonlyArray<unknown> }).items.map(() => null)
    : null
