import { type ApiOperation, type Json, operationsOf } from "./ApiDocument.ts"
import { answerChecks, type FuzzAnswer } from "./answerFindings.ts"
import { drawOf } from "./Draw.ts"
import { KnownIds } from "./KnownIds.ts"
import { type FuzzRequest, type Keys, requestOf } from "./requestOf.ts"

/** A server to send requests to. */
export interface FuzzTarget {
  /** Its OpenAPI document. */
  readonly document: Json
  readonly keys: Keys
  /** Resources that requests name, each with the path that shows it. */
  readonly made: ReadonlyArray<readonly [path: string, resource: object]>
  readonly ciphertexts: ReadonlyArray<string>
  readonly send: (request: FuzzRequest) => Promise<FuzzAnswer>
}

/** The options of a run. */
export interface FuzzOptions {
  readonly requests: number
  readonly seed: string
  /** The number of requests at a time. */
  readonly lanes: number
  readonly onProgress?: (sent: number) => void
}

/** A rule that an answer broke. */
interface FuzzFinding {
  /** The number of the request, from 0. The seed and the number decide its form. */
  readonly nth: number
  readonly operation: string
  readonly sentence: string
  readonly request: string
}

/** The result of a run. */
export interface Fuzzed {
  readonly requests: number
  readonly byKind: Readonly<Record<string, number>>
  readonly byStatus: Readonly<Record<string, number>>
  /** The operations that answered 200 at least once, and all operations. */
  readonly succeededOperations: number
  readonly operations: number
  /** The operations that never succeeded. */
  readonly neverSucceeded: ReadonlyArray<string>
  readonly largestError: number
  readonly largestResult: number
  /** The number of findings, and the first twenty of different sentences. */
  readonly findingCount: number
  readonly findings: ReadonlyArray<FuzzFinding>
}

const mostFindings = 20

/**
 * Sends random requests that are valid, almost valid or hostile, and checks each answer against the
 * OpenAPI document. The seed decides the form of each request. Ids come from earlier answers.
 */
export const fuzz = async (target: FuzzTarget, options: FuzzOptions): Promise<Fuzzed> => {
  const operations = operationsOf(target.document)
  const check = answerChecks(target.document)
  const ids = new KnownIds()
  for (const [path, resource] of target.made) ids.learn(path, resource)
  const byKind: Record<string, number> = {}
  const byStatus: Record<string, number> = {}
  const succeeded = new Set<string>()
  const findings = new Map<string, FuzzFinding>()
  const largest = { error: 0, result: 0 }
  let findingCount = 0
  let next = 0
  const sendOne = async (nth: number) => {
    const { document, ciphertexts, keys } = target
    const draw = drawOf(`${options.seed}/${nth}`)
    const request = requestOf(operations, { document, draw, ids, ciphertexts }, keys)
    const answer = await target.send(request)
    count(byKind, request.kind)
    count(byStatus, answer.status)
    const size = answer.status === 200 ? "result" : "error"
    largest[size] = Math.max(largest[size], answer.text.length)
    const sentences = check(request, answer)
    for (const sentence of sentences) {
      findingCount += 1
      const { name } = request.operation
      const same = `${name} ${sentence.slice(0, 60)}`
      if (findings.size >= mostFindings || findings.has(same)) continue
      findings.set(same, { nth, operation: name, sentence, request: shown(request) })
    }
    if (answer.status !== 200 || request.isMisrouted || sentences.length > 0) return
    succeeded.add(request.operation.name)
    ids.learn(request.operation.path, JSON.parse(answer.text))
  }
  const lane = async () => {
    while (next < options.requests) {
      next += 1
      await sendOne(next - 1)
      options.onProgress?.(next)
    }
  }
  await Promise.all(Array.from({ length: options.lanes }, lane))
  return {
    requests: next,
    byKind,
    byStatus,
    succeededOperations: succeeded.size,
    operations: operations.length,
    neverSucceeded: namesOf(operations).filter((name) => !succeeded.has(name)),
    largestError: largest.error,
    largestResult: largest.result,
    findingCount,
    findings: [...findings.values()]
  }
}

const namesOf = (operations: ReadonlyArray<ApiOperation>) => operations.map(({ name }) => name)

const count = (counts: Record<string, number>, name: string | number): void => {
  counts[name] = (counts[name] ?? 0) + 1
}

/** A request in one line, at most 500 letters. */
const shown = ({ method, target, body }: FuzzRequest): string =>
  `${method} ${target} ${typeof body === "string" ? body : ""}`.slice(0, 500)
