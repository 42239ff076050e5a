import { mountPay } from "./mountPay.ts"

mountPay((checkout) => {
  // A wallet without a sheet, because it has only one test card.
  checkout.wallets = { sandbox_wallet: async () => ({ sandbox_card: "approved" }) }
})
