import { type Answer, chooseInput, compare, countPlace, oneOf, withoutReads } from "../Check.ts"
import { originOf } from "../filledGround.ts"
import {
  type Account,
  type Asked,
  bearer,
  credentialsOf,
  type HttpGround,
  send
} from "./HttpGround.ts"
import type { HttpOperation, Surface } from "./HttpOperation.ts"
import { requestWith } from "./requestWith.ts"

/**
 * Calls each operation with keys and tokens of others, of the other mode, of another surface, and
 * with revoked ones. Each is answered as one that nobody has, and no row is written.
 */
export const checkCredentials = async (http: HttpGround, rounds: number): Promise<void> => {
  const { check, operations } = http
  for (const operation of operations) {
    for (let round = 0; round < Math.min(rounds, mostRounds); round++) {
      const input = await chooseInput(check, operation.calls)
      if (input === null) continue
      const asked = requestWith(operation, input)
      const byName = Map.groupBy(trialsOf(http, operation.surface), ({ name }) => name)
      for (const trials of byName.values()) {
        const trial = oneOf(check, trials)
        if (trial !== undefined) await tryOne(http, operation, asked, trial)
      }
    }
  }
}

/** There are few credentials of each kind: of three merchants, with one or two tokens. */
const mostRounds = 10

/** Credentials that don't open an operation, and others that must be answered alike. */
interface Trial {
  readonly name: string
  readonly given: Asked["headers"]
  readonly like: Asked["headers"]
  /** Its holder knows that it was valid. It is found before it is refused. */
  readonly isFound?: true
}

/** Returns a key or a token of the same form that nobody has. */
const altered = (secret: string): string => `${secret.slice(0, -8)}AAAAAAAA`

const found = (trial: Trial): Trial => ({ ...trial, isFound: true })

const trialsOf = ({ accounts }: HttpGround, surface: Surface): ReadonlyArray<Trial> => {
  const [own, ...others] = accounts
  if (own === undefined) return []
  return surface === "merchant" ? keyTrials(own, others) : tokenTrials(own, others, surface)
}

const keyTrials = (own: Account, others: ReadonlyArray<Account>): ReadonlyArray<Trial> => {
  const unknown = (name: string, key: string) => ({
    name,
    given: bearer(key),
    like: bearer(altered(key))
  })
  return [
    ...[own, ...others].map(({ revokedKey }) => found(unknown("revoked key", revokedKey))),
    ...[own, ...others].flatMap(({ tokens }) =>
      tokens.map(({ kind, token }) => unknown(`token of ${kind}`, token))
    ),
    ...others.map(({ publishableKey }) => ({
      name: "publishable key",
      given: bearer(publishableKey),
      like: bearer(own.publishableKey)
    }))
  ]
}

const tokenTrials = (
  own: Account,
  others: ReadonlyArray<Account>,
  surface: Surface
): ReadonlyArray<Trial> => {
  const withToken = (key: string, token: string) => ({ ...bearer(key), "Session-Token": token })
  const unknown = (name: string, key: string, token: string) => ({
    name,
    given: withToken(key, token),
    like: withToken(key, altered(token))
  })
  const tokenOf = ({ tokens }: Account) => tokens.filter(({ kind }) => kind === surface)
  const wrongKey = (name: string, key: string) =>
    tokenOf(own).map(({ token }) => ({
      name,
      given: withToken(key, token),
      like: withToken(altered(key), token)
    }))
  return [
    ...others.flatMap((other) => [
      ...tokenOf(other).map(({ token }) => unknown("token of another", own.publishableKey, token)),
      ...tokenOf(own).map(({ token }) => unknown("own token", other.publishableKey, token))
    ]),
    ...own.tokens
      .filter(({ kind }) => kind !== surface)
      .map(({ kind, token }) => unknown(`token of ${kind}`, own.publishableKey, token)),
    ...[own, ...others].flatMap(({ secretKey, revokedPublishableKey, revokedToken }) => [
      ...wrongKey("secret key", secretKey).map(found),
      ...wrongKey("revoked key", revokedPublishableKey).map(found),
      found(unknown("revoked token", own.publishableKey, revokedToken))
    ]),
    ...others
      .filter(({ scope }) => scope.tenant !== own.scope.tenant)
      .map(({ scope }) => ({
        name: "origin of another",
        given: { ...credentialsOf(own, surface), Origin: originOf(scope) },
        like: { ...credentialsOf(own, surface), Origin: "https://nobody.example" }
      }))
  ]
}

const tryOne = async (
  http: HttpGround,
  operation: HttpOperation,
  asked: Asked,
  { name, given, like, isFound }: Trial
): Promise<void> => {
  const { check } = http
  const place = `${operation.name} ${name}`
  countPlace(check, place)
  const call = (credentials: Asked["headers"]) =>
    send(http, { ...asked, headers: { "Idempotency-Key": "credentials", ...credentials } }, {})
  const seen = isFound ? withoutReads : (answer: Answer) => answer
  const answer = seen(await call(given))
  compare(check, place, answer, seen(await call(like)))
  if (answer.text.startsWith("2") || answer.changes.length > 0) {
    check.findings.push(`${place}: they were let in: ${answer.text}`)
  }
}
