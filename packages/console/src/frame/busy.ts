import { Refused } from "./refusals.ts"

const least = 2
const spread = 8

/** Returns the refusal of a busy console. Pages that are refused together come back apart. */
export const busy = (): Refused => {
  const seconds = least + Math.floor(Math.random() * spread)
  return new Refused(503, "busy", "The console is busy. Try again in some seconds.", seconds)
}
