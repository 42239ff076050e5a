import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js"
import { fieldsOf, type Json } from "./ApiDocument.ts"
import type { FuzzRequest } from "./requestOf.ts"

/** An answer of the server. */
export interface FuzzAnswer {
  readonly status: number
  readonly headers: Headers
  readonly text: string
}

/** The most bytes of an error, and of a result. */
const mostBytes = { error: 4000, result: 1_000_000 }

/** The statuses of requests that are no call of an operation, or are malformed. */
const ofNoOperation = [400, 401, 404, 405, 408, 413, 431]

/** The codes of 503 that a server may answer although its database is well. */
const passing = ["storage_contention", "provider_unavailable", "vault_unavailable"]

type Check = (request: FuzzRequest, answer: FuzzAnswer) => ReadonlyArray<string>

const made = new WeakMap<Json, Check>()

/**
 * Returns a function that checks answers against an OpenAPI document. It returns a sentence for
 * each rule that an answer breaks. The schemas of a document are compiled once.
 */
export const answerChecks = (document: Json): Check => {
  const check = made.get(document) ?? checkOf(document)
  made.set(document, check)
  return check
}

const checkOf = (document: Json): Check => {
  // An answer has no field that the document does not name.
  const exact = JSON.stringify(document).replaceAll(
    '"additionalProperties":true',
    '"additionalProperties":false'
  )
  const ajv = new Ajv2020({ strict: false, validateFormats: false })
  ajv.addSchema(JSON.parse(exact), "openapi")
  const known = new Map<string, ValidateFunction>()
  const validatorAt = (pointer: string): ValidateFunction => {
    const found = known.get(pointer) ?? ajv.compile({ $ref: `openapi#${pointer}` })
    known.set(pointer, found)
    return found
  }
  const misfits = (pointer: string, value: unknown): ReadonlyArray<string> => {
    const validate = validatorAt(pointer)
    if (validate(value)) return []
    const [first] = validate.errors ?? []
    return [`the answer does not fit its schema: ${first?.instancePath} ${first?.message}`]
  }
  return (request, answer) => {
    if (request.method === "HEAD" || request.method === "OPTIONS") return serverErrors(answer, null)
    const value = parsed(answer.text)
    if (value === undefined) return [`the answer is not JSON: ${answer.text.slice(0, 100)}`]
    if (answer.status !== 200) {
      return [
        ...statusFindings(request, answer),
        ...misfits("/components/schemas/Error", value),
        ...errorFindings(answer, value)
      ]
    }
    if (answer.text.length > mostBytes.result) return [`a result has ${answer.text.length} letters`]
    if (request.isMisrouted) return []
    const { path, method } = request.operation
    const place = path.replaceAll("~", "~0").replaceAll("/", "~1").replaceAll(/[{}]/g, escaped)
    const pointer = `/paths/${place}/${method.toLowerCase()}/responses/200`
    return misfits(`${pointer}/content/application~1json/schema`, value)
  }
}

const escaped = (letter: string): string => encodeURIComponent(letter)

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return
  }
}

const statusFindings = ({ operation, kind }: FuzzRequest, { status }: FuzzAnswer) => {
  if (operation.statuses.has(status)) return []
  if (kind === "hostile" && ofNoOperation.includes(status)) return []
  // A query with several mistakes may be too long.
  if (kind === "nearValid" && status === 431) return []
  return [`the status ${status} is not documented for ${operation.name}`]
}

const serverErrors = ({ status, text }: FuzzAnswer, code: unknown): ReadonlyArray<string> => {
  if (status < 500 || (status === 503 && passing.includes(String(code)))) return []
  return [`the server failed with ${status}: ${text.slice(0, 300)}`]
}

const errorFindings = (answer: FuzzAnswer, value: unknown): ReadonlyArray<string> => {
  const { code, message, param } = fieldsOf(fieldsOf(value).error)
  const findings = [...serverErrors(answer, code)]
  if (answer.text.length > mostBytes.error) {
    findings.push(`an error has ${answer.text.length} letters`)
  }
  if (isBroken(String(message))) {
    findings.push(`the message is broken: ${message}`)
  }
  if (answer.status === 422 && typeof param !== "string" && !isOfNoField(code, message)) {
    findings.push(`a refused field is not named (${code}): ${message}`)
  }
  if (answer.headers.get("Request-Id") === null) findings.push("the answer has no Request-Id")
  return findings
}

/** A message repeats wrong values in quotes, and they may be any text. */
const isBroken = (message: string): boolean =>
  /undefined|\[object|NaN/.test(message.replaceAll(/"[^"]*"/g, ""))

/**
 * A name that is too long or strange is not repeated, and the body as a whole has no name. Some
 * operations that are refused take no body.
 */
const isOfNoField = (code: unknown, message: unknown): boolean =>
  code === "pause_behavior_unsupported" || /body|field|parameter/i.test(String(message))
