import { Effect } from "effect"
import { askInTime } from "../../providers/callProvider.ts"
import { checkedAnswers } from "../../providers/checkedAnswers.ts"
import {
  ChallengeResult,
  ThreeDsAnswer,
  type ThreeDsRequest,
  ThreeDsServer
} from "../../providers/three-ds/ThreeDsServer.ts"

/** Requests the authentication of a payer. No answer in time counts as unavailable. */
export const authenticateWith3ds = Effect.fnUntraced(function* (request: ThreeDsRequest) {
  const server = yield* ThreeDsServer
  // Without a server no call leaves the process, so no timeout is needed.
  if (server === ThreeDsServer.none) return yield* server.authenticate(request)
  return yield* askInTime(
    () => server.authenticate(request),
    (reason): ThreeDsAnswer => ({ _tag: "Unavailable", reason })
  )
})

/** Reads the result of a challenge. No answer in time counts as unavailable. */
export const readChallengeResult = Effect.fnUntraced(function* (reference: string) {
  const server = yield* ThreeDsServer
  return yield* askInTime(
    () => server.result(reference),
    (reason): ChallengeResult => ({ _tag: "Unavailable", reason })
  )
})

/** Checks the answers of a 3DS server. An answer outside the port's types is a defect. */
export const checkedThreeDs = (server: ThreeDsServer["Service"]): ThreeDsServer["Service"] => {
  const answer = checkedAnswers("threeDs", ThreeDsAnswer)
  const result = checkedAnswers("threeDs", ChallengeResult)
  return {
    authenticate: (request) => answer("authenticate", () => server.authenticate(request)),
    result: (reference) => result("result", () => server.result(reference))
  }
}
