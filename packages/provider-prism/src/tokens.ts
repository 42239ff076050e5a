import type { HttpFailure, ProviderCall } from "@payloom/core"
import type { Api } from "./api.ts"

interface Kept {
  readonly value: Promise<{ readonly value: string; readonly renewAt: number }>
}

/** Access tokens by the account's credentials. They are renewed after nine tenths of their life. */
export const accessTokens = (api: Pick<Api, "flowCall" | "build" | "send" | "read">) => {
  const kept = new Map<string, Kept>()
  const request = async (credentials: string): Promise<Awaited<Kept["value"]>> => {
    const flow = api.flowCall("create_server_authentication_token", {}, credentials)
    const built = await api.build(flow)
    // Several calls may wait for the token, so it has no signal of one of them.
    const { signal } = new AbortController()
    const answer = await api.send(built, { signal }).catch((failure: HttpFailure) => {
      throw { _tag: "NotSent", reason: failure.reason } satisfies HttpFailure
    })
    if (answer.status === 401 || answer.status === 403) {
      const reason = "The processor refuses the account's keys."
      throw { _tag: "AccountUnavailable", reason, rawCode: `http_${answer.status}` }
    }
    const token = answer.status >= 400 ? null : (await api.read(flow, answer))?.token
    if (token == null) {
      const reason = `The processor issued no access token. It answered HTTP ${answer.status}.`
      throw { _tag: "NotSent", reason } satisfies HttpFailure
    }
    return {
      value: token.value,
      renewAt: Date.now() + Math.max(token.expiresInSeconds * 900, 1000)
    }
  }
  const drop = (credentials: string): void => void kept.delete(credentials)
  const freshOf = async (credentials: string): Promise<string> => {
    for (;;) {
      const known = kept.get(credentials) ?? { value: request(credentials) }
      kept.set(credentials, known)
      const token = await known.value.catch((failure: unknown) => {
        if (kept.get(credentials) === known) drop(credentials)
        throw failure
      })
      if (token.renewAt > Date.now()) return token.value
      if (kept.get(credentials) === known) drop(credentials)
    }
  }
  return {
    drop,
    of: async (credentials: string, { isLate }: ProviderCall): Promise<string> => {
      const token = await freshOf(credentials)
      if (isLate()) {
        throw { _tag: "NotSent", reason: "The access token came too late." } satisfies HttpFailure
      }
      return token
    }
  }
}
