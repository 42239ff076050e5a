import type { Scope } from "@payloom/core"
import type { ConsoleOptions } from "../ConsoleOptions.ts"
import { type ConsoleUser, sees } from "../ConsoleUser.ts"
import type { LiveStreams } from "../live/liveStreams.ts"
import type { Rechecks } from "../live/rechecks.ts"
import { dataHeaders } from "./answers.ts"
import { askHost } from "./askHost.ts"
import { cuttable } from "./cuttable.ts"
import type { Places } from "./places.ts"
import { Refused } from "./refusals.ts"

/** The parts of the console that answer for long. */
interface LongAnswering extends Pick<ConsoleOptions, "authenticate"> {
  readonly streams: LiveStreams
  readonly rights: Rechecks
  readonly files: Places
}

/** A request of a person who may see the scope. */
interface LongRequest {
  readonly raw: Request
  /** The data that the server passes beside the request. */
  readonly environment: unknown
  readonly user: ConsoleUser
  readonly scope: Scope
}

const liveHeaders = {
  ...dataHeaders,
  "Content-Type": "text/event-stream; charset=utf-8",
  "X-Accel-Buffering": "no"
}

/** Answers with the live events of a scope, for as long as the person may see it. */
export const liveAnswer = (asked: LongRequest, answering: LongAnswering): Response => {
  if (asked.raw.method === "HEAD") return new Response(null, { headers: liveHeaders })
  let stop = () => {}
  const page = { person: asked.user.id, onGone: () => stop() }
  const opened = answering.streams.open(asked.scope, page)
  if (opened === null) throw new Refused(503, "too_many_pages", "Too many live pages are open.")
  stop = follow(asked, answering, opened.end)
  return new Response(opened.body, { headers: liveHeaders })
}

/** The longest time in which a client reads nothing of a file. */
const idleMs = 60_000

/** Answers with a file, which is sent for as long as the person may see the scope. */
export const fileAnswer = async (
  asked: LongRequest,
  answering: LongAnswering,
  make: () => Promise<Response>
): Promise<Response> => {
  const leave = answering.files.take(asked.user.id)
  try {
    const answer = await make()
    if (answer.body === null || asked.raw.method === "HEAD") {
      leave()
      await answer.body?.cancel()
      return new Response(null, answer)
    }
    let stop = () => {}
    const onGone = () => {
      stop()
      leave()
    }
    const { body, cut } = cuttable(answer.body, { idleMs, onGone })
    stop = follow(asked, answering, () => cut("The person may not have this file any more."))
    return new Response(body, answer)
  } catch (error) {
    leave()
    throw error
  }
}

const follow = (
  { raw, environment, user, scope }: LongRequest,
  { authenticate, rights }: LongAnswering,
  end: () => void
): (() => void) =>
  rights.follow({
    name: JSON.stringify([user.id, raw.url, ...raw.headers]),
    mayStay: async () => {
      const now = await askHost(authenticate, raw, environment)
      if (now === null || now instanceof Response) return false
      return now.id === user.id && sees(now, scope.tenant)
    },
    end
  })
