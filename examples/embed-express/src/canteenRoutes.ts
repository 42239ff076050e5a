import { randomUUID } from "node:crypto"
import type { Asset } from "@payloom/example-kit/bundle"
import { paymentPolicy } from "@payloom/example-kit/sandboxPages"
import { securityHeaders } from "@payloom/example-kit/securityHeaders"
import { type Request, type Response, Router } from "express"
import { dishes } from "./dishes.ts"
import type { GuestBook } from "./guests.ts"
import type { LunchBook } from "./lunches.ts"
import { orderPage } from "./page.ts"

/** The dependencies of the canteen. */
export interface CanteenOptions {
  readonly guests: GuestBook
  readonly lunches: LunchBook
  readonly assets: { readonly script: Asset; readonly style: Asset }
  readonly publishableKey: string
}

/** Serves the canteen's own routes: a page, and lunches as JSON. */
export const canteenRoutes = (options: CanteenOptions): Router => {
  const { guests, lunches, assets, publishableKey } = options
  const router = Router()
  router.get("/", async (request, response) => {
    const guest = guestOf(request) ?? welcome(response)
    const card = request.query.card === "new" ? null : await guests.savedCard(guest)
    // The page contains the lunch's id, so a second press orders the same lunch.
    const page = await orderPage({ ...assets, lunch: randomUUID(), card, publishableKey })
    response
      .set(securityHeaders(paymentPolicy(assets.script)))
      .type("html")
      .send(String(page))
  })
  router.put("/lunches/:id", async (request, response) => {
    const guest = guestOf(request)
    const dish = dishes.find(({ name }) => name === request.body?.dish)
    if (guest === null || dish === undefined) {
      response.status(422).json({ problem: "This dish doesn't exist, or the guest is unknown." })
      return
    }
    const usesSavedCard = request.body.card === "saved"
    const lunch = await lunches.order(request.params.id, guest, dish, usesSavedCard)
    answerLunch(response, lunch)
  })
  router.get("/lunches/:id", async (request, response) => {
    const guest = guestOf(request)
    answerLunch(response, guest === null ? null : await lunches.look(request.params.id, guest))
  })
  router.use((_, response) => {
    response.status(404).json({ problem: "The canteen has no such page." })
  })
  return router
}

const answerLunch = (response: Response, lunch: object | null): void => {
  if (lunch === null) response.status(404).json({ problem: "This lunch doesn't exist." })
  else response.json(lunch)
}

/**
 * Returns the guest of the cookie. An application with accounts has its own way to identify users.
 */
const guestOf = ({ headers }: Request): string | null =>
  /(?:^|; )guest=([\w-]+)/.exec(headers.cookie ?? "")?.[1] ?? null

const welcome = (response: Response): string => {
  const guest = randomUUID()
  response.cookie("guest", guest, { httpOnly: true, sameSite: "strict" })
  return guest
}
