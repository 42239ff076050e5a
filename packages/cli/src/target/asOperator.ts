import { hostname, userInfo } from "node:os"
import type { Acting, ActingPayloom, Payloom } from "@payloom/core"

/**
 * Returns the operations of an engine as the operator calls them. Every command that changes
 * anything goes through here. Each mutation writes an entry of the audit log with the user of the
 * operating system and the command.
 */
export const asOperator = (payloom: Payloom, command: string): ActingPayloom =>
  payloom.as(currentOperator(command))

/** Returns the user of the operating system as the operator of a command. */
export const currentOperator = (command: string): Acting =>
  operatorOf(command, userName(), process.env.SUDO_USER)

/**
 * Returns the operator of a command: `ada@host`. `sudo` says who became root, so that the entry
 * names the person.
 */
export const operatorOf = (command: string, user: string, sudoUser = ""): Acting => {
  const name = user === "root" && sudoUser !== "" ? `${sudoUser} as root` : user
  return {
    actor: { type: "command", id: printable(`${name}@${hostname()}`) },
    reason: `payloom ${command}`
  }
}

/** An actor has no control characters, and at most 255 characters. */
const printable = (text: string): string =>
  text
    .replaceAll(/\p{Cc}/gu, "")
    .slice(0, 255)
    .toWellFormed()

/** A container may run as a user without a name. */
const userName = (): string => {
  try {
    return userInfo().username
  } catch {
    return `uid-${process.getuid?.() ?? "unknown"}`
  }
}
