import type { PayerRequest } from "./attacks.ts"
import { merchantsNote, type PayerShop, victimsName } from "./PayerShop.ts"

/** An answer to an attacker. */
export interface PayerAnswer {
  readonly status: number
  readonly text: string
}

const mostLetters = { result: 50_000, error: 4000 }

/** The codes of 503 that a server may answer although its database is well. */
const passing = /"code":"(storage_contention|provider_unavailable|vault_unavailable)"/

/** Returns a sentence for each rule that an answer breaks. */
export const brokenRules = (
  shop: PayerShop,
  request: PayerRequest,
  { status, text }: PayerAnswer
): ReadonlyArray<string> => {
  const findings: Array<string> = []
  if (status >= 500 && !(status === 503 && passing.test(text))) {
    findings.push(`the server failed with ${status}: ${text.slice(0, 200)}`)
  }
  if (request.expected === "refused" && status < 400) {
    findings.push(`it was let in with ${status}: ${text.slice(0, 200)}`)
  }
  const most = status < 400 ? mostLetters.result : mostLetters.error
  if (text.length > most) findings.push(`the answer has ${text.length} letters`)
  const asked = JSON.stringify([request.path, request.body, request.headers])
  for (const secret of secretsOf(shop)) {
    if (text.includes(secret) && !asked.includes(secret)) {
      findings.push(`the answer contains ${secret}`)
    }
  }
  return findings
}

const secretsOf = ({ secretKey, victim, merchant }: PayerShop): ReadonlyArray<string> => [
  merchantsNote,
  victimsName,
  secretKey,
  merchant.scope.tenant,
  victim.customer,
  ...victim.instruments,
  ...victim.subscriptions,
  ...victim.receipts
]

/** Returns a sentence if an id of somebody else is not answered like an unknown one, with 404. */
export const differences = (
  theirs: PayerRequest,
  answer: PayerAnswer,
  unknown: PayerRequest,
  other: PayerAnswer
): ReadonlyArray<string> => {
  const one = comparable(answer, theirs)
  const two = comparable(other, unknown)
  if (one !== two) return [`another customer's id is answered ${one}, an unknown one ${two}`]
  return answer.status === 404 ? [] : [`another customer's id is answered ${one}, and not with 404`]
}

/** Leaves out the id that was asked for, and the id of the request. */
const comparable = ({ status, text }: PayerAnswer, { path, body }: PayerRequest): string => {
  const asked = `${path} ${JSON.stringify(body)}`.match(/[a-z]+_[0-9A-Z]{26}/g) ?? []
  let left = text.replaceAll(/req_[0-9A-Za-z]+/g, "req")
  for (const id of asked) left = left.replaceAll(id, "id")
  return `${status} ${left}`
}
