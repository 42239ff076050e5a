import { HTTPException } from "hono/http-exception"

/** Answers as a middleware of Hono's refuses; else the engine would, as what nobody expected. */
export const ownRefusals = (error: Error): Response => {
  if (error instanceof HTTPException) return error.getResponse()
  throw error
}
