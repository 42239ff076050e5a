export const register = async () => {
  if (process.env.NEXT_RUNTIME !== "nodejs") return
  const { payments } = await import("./app/payments")
  const { payloom } = await payments() // its workers run from now on
  process.once("SIGTERM", async () => {
    await payloom.close() // finishes the payments in flight
    setTimeout(() => process.exit(), 1000) // their answers are sent meanwhile
  })
}
