import { expect } from "vitest"
import type { Client, Json } from "./shopClient.ts"

/** A plan of 12.50 EUR a month. */
export const monthlyPlan = {
  name: "Monthly",
  amount: "1250",
  currency: "EUR",
  interval: { unit: "month", count: 1 }
}

/** Creates a plan. `fields` override or add to the request. */
export const createPlan = async (shop: Client, fields: Json = {}): Promise<Json> => {
  const { status, json } = await shop.post("/plans", { ...monthlyPlan, ...fields })
  expect(status).toBe(200)
  return json
}
