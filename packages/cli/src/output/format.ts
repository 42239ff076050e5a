import { minorUnitDecimals } from "@payloom/core"
import type { Cell } from "./Output.ts"

/** Returns an amount in minor units as people write it: `12.50 EUR`. */
export const amountText = (amount: bigint, currency: string): string => {
  const decimals = minorUnitDecimals(currency)
  const sign = amount < 0n ? "-" : ""
  const text = (amount < 0n ? -amount : amount).toString().padStart(decimals + 1, "0")
  const whole = text.slice(0, text.length - decimals)
  const rest = decimals === 0 ? "" : `.${text.slice(-decimals)}`
  return `${sign}${whole}${rest} ${currency}`
}

/** Returns a time in UTC with seconds: `2026-11-26 10:04:03`. A dash for none. */
export const timeText = (at: number | null): string =>
  at === null ? "-" : new Date(at).toISOString().slice(0, 19).replace("T", " ")

/** Returns a span in its largest units: `3 d 4 h`, `12 min`, `45 s`. */
export const spanText = (ms: number): string => {
  const seconds = Math.round(ms / 1000)
  if (seconds < 120) return `${seconds} s`
  const minutes = Math.round(seconds / 60)
  if (minutes < 120) return `${minutes} min`
  const hours = Math.floor(minutes / 60)
  if (hours < 48) return `${hours} h ${minutes % 60} min`
  return `${Math.floor(hours / 24)} d ${hours % 24} h`
}

/** Returns a number with its noun, such as `1 endpoint` or `3 endpoints`. */
export const counted = (number: number, noun: string): string =>
  `${number} ${noun}${number === 1 ? "" : "s"}`

/** Returns a text, or a dash for none. */
export const orDash = (text: string | null | undefined): string => text ?? "-"

const good = new Set(["succeeded", "captured", "active", "paid", "enabled", "delivered"])
const bad = new Set(["declined", "failed", "expired", "terminated", "past_due", "lost", "returned"])
const waiting = new Set(["processing", "pending", "authenticating", "unknown", "retrying", "due"])

/** Returns a status with its colour. */
export const statusCell = (status: string): Cell => {
  if (good.has(status)) return { text: status, colour: "green" }
  if (bad.has(status)) return { text: status, colour: "red" }
  return waiting.has(status) ? { text: status, colour: "yellow" } : status
}
