import { expect, it } from "vitest"
import { isOwnFault, reasonOf, SendingFailed } from "./SendingFailed.ts"

const withCode = (code: string, message = "of Node's own") =>
  Object.assign(new Error(message), { code })

it.each([
  ["ENOTFOUND", "The name was not found."],
  ["ESERVFAIL", "The name could not be looked up."],
  ["EAI_AGAIN", "The name could not be looked up."],
  ["ETIMEOUT", "The name could not be looked up."],
  ["ETIMEDOUT", "The connection was not made in time."],
  ["ENETUNREACH", "The address can't be reached from here."],
  ["CERT_HAS_EXPIRED", "The certificate has expired."],
  ["ERR_SSL_TLSV1_ALERT_PROTOCOL_VERSION", "No TLS connection could be made."],
  ["EMFILE", "It could not be sent: EMFILE."]
])("an error with the code %s becomes a sentence", (code, reason) => {
  expect(reasonOf(withCode(code, "connect to 10.0.0.1"))).toBe(reason)
})

it("if no address could be connected to, the first error is reported", () => {
  const errors = [withCode("ECONNREFUSED"), withCode("ENETUNREACH")]
  const error = Object.assign(new AggregateError(errors), { code: "ECONNREFUSED" })
  expect(reasonOf(error)).toBe("The connection was refused.")
})

it.each([new Error("secret of this server"), "text", null, undefined, 1])(
  "nothing is reported of an unknown error: %s",
  (error) => {
    expect(reasonOf(error)).toBe("It could not be sent.")
  }
)

it.each(["ENETUNREACH", "ENETDOWN", "EMFILE", "EADDRNOTAVAIL"])(
  "an error with the code %s is caused by this machine",
  (code) => {
    expect(isOwnFault(withCode(code))).toBe(true)
    expect(isOwnFault(new AggregateError([withCode(code), withCode(code)]))).toBe(true)
    expect(isOwnFault(new AggregateError([withCode(code), withCode("ECONNREFUSED")]))).toBe(false)
  }
)

it("an unreachable DNS server is a problem of this machine, a wrong name is not", () => {
  const refused = withCode("ECONNREFUSED")
  expect(isOwnFault(Object.assign(refused, { syscall: "queryA" }))).toBe(true)
  expect(isOwnFault(withCode("ECONNREFUSED"))).toBe(false)
  expect(isOwnFault(withCode("ENOTFOUND"))).toBe(false)
  expect(isOwnFault(withCode("ETIMEOUT"))).toBe(false)
  expect(isOwnFault(new AggregateError([]))).toBe(false)
  expect(isOwnFault("text")).toBe(false)
})

it("a reason that is already a sentence stays unchanged", () => {
  expect(reasonOf(new SendingFailed("The name has no address."))).toBe("The name has no address.")
})
