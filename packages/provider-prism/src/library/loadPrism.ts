import { createRequire } from "node:module"
import { reasonOf } from "@payloom/core"
import type { Flow } from "./PrismLibrary.ts"
import { PrismUnavailable } from "./PrismLibrary.ts"

/** A type of messages in the library. */
export interface MessageType {
  readonly create: (fields: object) => object
  readonly encode: (message: object) => { readonly finish: () => Uint8Array }
  readonly decode: (bytes: Uint8Array) => object
}

/** The functions of the library that the connector calls. */
export interface PrismModule {
  readonly types: Readonly<Record<string, MessageType>>
  readonly client: {
    readonly callReq: (flow: Flow, request: Buffer, options: Buffer) => Uint8Array
    readonly callRes: (flow: Flow, answer: Buffer, request: Buffer, options: Buffer) => Uint8Array
  }
}

/**
 * Loads the library as a module of the program at the URL `from` would. Takes about 350 ms, in
 * which the thread does nothing else. Throws `PrismUnavailable` with the reason and the remedy.
 */
export const loadPrism = (from: string): PrismModule => {
  try {
    const { UniffiClient, types } = createRequire(from)("hyperswitch-prism")
    return { types, client: new UniffiClient() }
  } catch (failure) {
    throw new PrismUnavailable(complaintOf(failure))
  }
}

const complaintOf = (failure: unknown): string => {
  const message = reasonOf(failure)
  if (Object(failure).code === "MODULE_NOT_FOUND" && message.includes("hyperswitch-prism")) {
    return "hyperswitch-prism is missing. Install it: npm install hyperswitch-prism@0.4.0."
  }
  if (message.includes("GLIBC")) {
    return `hyperswitch-prism needs glibc 2.38 or newer, as in Debian 13. ${message}`
  }
  const { platform, arch } = process
  return `hyperswitch-prism can't be loaded on ${platform} ${arch}. ${message}`
}
