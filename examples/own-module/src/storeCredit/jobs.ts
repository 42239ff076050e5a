import { moduleJob } from "@payloom/core"
import { Expired } from "./events.ts"
import { book } from "./ledger.ts"
import { Reservations, Wallets } from "./rows.ts"

const hourMs = 3_600_000

/** Takes the credit of a wallet whose time is over. */
export const expire = moduleJob({
  kind: "store_credit.expire",
  run: async (context, id) => {
    const wallet = await context.get(Wallets, id)
    if (wallet === null || wallet.row.available === 0n) return {}
    const { available, currency, expiresAt } = wallet.row
    if (expiresAt > context.now) return { again: expiresAt }
    return {
      changes: [
        context.update(Wallets, wallet, { ...wallet.row, available: 0n }, Expired),
        book(context, "expired", { amount: available, currency })
      ]
    }
  }
})

/** Gives the credit of a reservation back if no payment was made with it. */
export const release = moduleJob({
  kind: "store_credit.release",
  run: async (context, id) => {
    const held = await context.get(Reservations, id)
    if (held?.row.status !== "held") return {}
    if (held.row.payment !== null) return { again: context.now + hourMs }
    const wallet = await context.get(Wallets, held.row.wallet)
    if (wallet === null) return {}
    const available = wallet.row.available + held.row.amount
    return {
      changes: [
        context.update(Reservations, held, { ...held.row, status: "released" }),
        context.update(Wallets, wallet, { ...wallet.row, available }),
        await context.schedule(expire, wallet.row.id, wallet.row.expiresAt)
      ]
    }
  }
})
