const digits = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"

/** Returns an id that was made at a time in epoch ms. */
export const idMadeAt = (prefix: string, ms: number): string => {
  const time = [...ms.toString(32).padStart(10, "0")].map(
    (digit) => digits[Number.parseInt(digit, 32)]
  )
  return `${prefix}_${time.join("")}${"0".repeat(16)}`
}
