import { readFileSync, statSync } from "node:fs"
import { resolve } from "node:path"
import { type OpenApiDocument, operationsOf } from "../../client/OpenApi.ts"
import { CommandFailed } from "../../command/CommandFailed.ts"
import { UsageError } from "../../command/UsageError.ts"
import { safeText } from "../../output/safeText.ts"
import { boundedText } from "../../target/boundedText.ts"
import { networkReason } from "../../target/networkReason.ts"

/** Short, because a person waits. */
const answerTimeoutMs = 30_000

/** The largest document, in bytes. The engine's has a quarter of a megabyte. */
const mostBytes = 16 * 1024 * 1024

/**
 * Reads an OpenAPI document of a server or of a file. Refused if it is no document of Payloom, or
 * if its names are no names of TypeScript, because they become code.
 */
export const readDocument = async (from: string, cwd: string): Promise<OpenApiDocument> => {
  const text = /^https?:/i.test(from) ? await fetched(from) : readText(from, resolve(cwd, from))
  const document = parsed(text)
  const flaw = flawIn(document)
  if (flaw === null) return document as OpenApiDocument
  throw new CommandFailed("document_invalid", `${safeText(from)} ${flaw}`)
}

const readText = (from: string, file: string): string => {
  const found = statSync(file, { throwIfNoEntry: false })
  if (found?.isFile() !== true) {
    throw new CommandFailed("file_unknown", `There is no file ${safeText(from)}.`)
  }
  if (found.size > mostBytes) throw tooLarge(from)
  return readFileSync(file, "utf8")
}

const tooLarge = (from: string) =>
  new CommandFailed("document_invalid", `${safeText(from)} has more than 16 MB.`)

const fetched = async (from: string): Promise<string> => {
  if (!URL.canParse(from)) throw new UsageError("URL must be one such as https://pay.example.")
  const url = new URL(from)
  if (url.username !== "" || url.search !== "" || url.hash !== "") {
    throw new UsageError("URL takes only an address: the document needs no key.")
  }
  const address = url.href.endsWith(".json")
    ? url.href
    : `${url.href.replace(/\/+$/, "")}/openapi.json`
  const signal = AbortSignal.timeout(answerTimeoutMs)
  try {
    const answer = await fetch(address, { signal, redirect: "error" })
    if (!answer.ok) {
      const message = `${address} answered ${answer.status}: add the base path of the handler.`
      throw new CommandFailed("answer_invalid", message)
    }
    const text = await boundedText(answer, mostBytes)
    if (text === null) throw tooLarge(address)
    return text
  } catch (error) {
    if (error instanceof CommandFailed) throw error
    const message = `${url.origin} does not answer (${networkReason(error)}).`
    throw new CommandFailed("server_unavailable", message)
  }
}

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

const noDocument = "is no OpenAPI document of a Payloom server: check the URL."

/** Parts of a wrong form count as no document. */
const flawIn = (document: unknown): string | null => {
  try {
    return flawOf(document)
  } catch {
    return noDocument
  }
}

const flawOf = (given: unknown): string | null => {
  const { openapi, paths, components, tags } = Object(given) as Partial<OpenApiDocument>
  const isWhole = typeof paths === "object" && typeof components?.schemas === "object"
  if (!String(openapi).startsWith("3.1.") || !isWhole || !Array.isArray(tags)) return noDocument
  const document = given as OpenApiDocument
  const operations = operationsOf(document)
  if (operations.length === 0) return noDocument
  const names = [
    ...Object.keys(components?.schemas ?? {}),
    ...operations.flatMap(({ resource, name, documented }) => [
      resource,
      name,
      documented.operationId
    ])
  ]
  const wrong = names.find((name) => !/^[A-Za-z]\w{0,99}$/.test(name))
  if (wrong !== undefined) {
    const shown = safeText(JSON.stringify(wrong).slice(0, 60))
    return `has the name ${shown}, which is no name of TypeScript.`
  }
  return foreignReference(given)
}

/** References lead to schemas of the document only, so that nothing else is read. */
const foreignReference = (given: unknown): string | null => {
  const found = JSON.stringify(given).matchAll(/"\$ref":"([^"]*)"/g)
  for (const [, reference = ""] of found) {
    if (!/^#\/components\/\w+\/\w+$/.test(reference)) {
      return `refers to ${safeText(reference.slice(0, 60))}, which is outside of the document.`
    }
  }
  return null
}
