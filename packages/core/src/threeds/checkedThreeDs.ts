import { checkedAnswers } from "../providers/checkedAnswers.ts"
import { ChallengeResult, ThreeDsAnswer, type ThreeDsServer } from "./ThreeDsServer.ts"

/** A 3DS server that is not believed blindly: an answer that the port doesn't know is a defect. */
export const checkedThreeDs = (server: ThreeDsServer["Service"]): ThreeDsServer["Service"] => {
  const answer = checkedAnswers("threeDs", ThreeDsAnswer)
  const result = checkedAnswers("threeDs", ChallengeResult)
  return {
    authenticate: (request) => answer("authenticate", () => server.authenticate(request)),
    result: (reference) => result("result", () => server.result(reference))
  }
}
