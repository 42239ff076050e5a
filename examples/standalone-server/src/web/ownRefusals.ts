import { HTTPException } from "hono/http-exception"

/** Returns the response of a Hono middleware's refusal. The engine would treat it as a defect. */
export const ownRefusals = (error: Error): Response => {
  if (error instanceof HTTPException) return error.getResponse()
  throw error
}
