import { expect } from "vitest"
import type { Reply } from "./shopClient.ts"

/** Checks that a request is refused with 422, by the error's code and its parameter. */
export const expectRefused = ({ status, error }: Reply, code: string, param: string): void =>
  expect([status, error.type, error.code, error.param]).toEqual([
    422,
    "invalid_request_error",
    code,
    param
  ])

/** Checks that a parameter of a request is refused as invalid. */
export const expectInvalid = (reply: Reply, param: string): void =>
  expectRefused(reply, "parameter_invalid", param)
