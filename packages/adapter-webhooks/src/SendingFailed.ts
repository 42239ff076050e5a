/** Why a webhook got no answer. The message is a sentence for the merchant's log. */
export class SendingFailed extends Error {}

/** The message for a connection that was closed without an answer. */
export const closedEarly = "The connection was closed before an answer came."

const certificate = {
  unknownAuthority:
    "The certificate is signed by an unknown authority, or its chain is incomplete.",
  otherName: "The certificate is for another name."
}

/** Messages by the codes of Node's errors. */
const sentences: Readonly<Record<string, string>> = {
  ENOTFOUND: "The name was not found.",
  ENODATA: "The name has no address.",
  ECONNREFUSED: "The connection was refused.",
  ECONNRESET: closedEarly,
  EPIPE: closedEarly,
  ETIMEDOUT: "The connection was not made in time.",
  EHOSTUNREACH: "The address can't be reached from here.",
  ENETUNREACH: "The address can't be reached from here.",
  ERR_TLS_CERT_ALTNAME_INVALID: certificate.otherName,
  HOSTNAME_MISMATCH: certificate.otherName,
  CERT_HAS_EXPIRED: "The certificate has expired.",
  CERT_NOT_YET_VALID: "The certificate is not valid yet.",
  DEPTH_ZERO_SELF_SIGNED_CERT: certificate.unknownAuthority,
  SELF_SIGNED_CERT_IN_CHAIN: certificate.unknownAuthority,
  UNABLE_TO_GET_ISSUER_CERT: certificate.unknownAuthority,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: certificate.unknownAuthority,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: certificate.unknownAuthority,
  HPE_HEADER_OVERFLOW: "The headers of the answer are too long."
}

const kinds: ReadonlyArray<readonly [RegExp, string]> = [
  [/^HPE_/, "The answer is not HTTP."],
  [/^(ERR_(SSL|TLS)_|EPROTO$)/, "No TLS connection could be made."],
  [/^(EAI_|ESERVFAIL$|EREFUSED$|ETIMEOUT$|ECANCELLED$)/, "The name could not be looked up."]
]

/** Error codes of problems of this machine: it has no network, or no socket or memory left. */
const ownFaults: ReadonlySet<string> = new Set([
  "EADDRNOTAVAIL",
  "EMFILE",
  "ENETDOWN",
  "ENETUNREACH",
  "ENFILE",
  "ENOBUFS",
  "ENOMEM"
])

/**
 * Returns true if this machine caused an error, not the endpoint. For a name with several
 * addresses, all of them have to fail that way.
 */
export const isOwnFault = (error: unknown): boolean => {
  if (error instanceof AggregateError) {
    return error.errors.length > 0 && error.errors.every(isOwnFault)
  }
  if (!(error instanceof Error) || !("code" in error)) return false
  const { code, syscall } = error as NodeJS.ErrnoException
  // This machine's DNS server is unreachable.
  const isResolverGone = code === "ECONNREFUSED" && /^query/.test(syscall ?? "")
  return isResolverGone || ownFaults.has(code ?? "")
}

/**
 * Returns an error's message for the merchant. It reveals no stack and nothing about this server.
 */
export const reasonOf = (error: unknown): string => {
  if (error instanceof SendingFailed) return error.message
  const code = error instanceof Error && "code" in error ? String(error.code) : ""
  const known = sentences[code] ?? kinds.find(([pattern]) => pattern.test(code))?.[1]
  return known ?? (code === "" ? "It could not be sent." : `It could not be sent: ${code}.`)
}
