import { mountPay } from "./mountPay.ts"

mountPay((checkout) => {
  // A wallet without a sheet, for there is no choice: it holds one test card.
  checkout.wallets = { sandbox_wallet: async () => ({ sandbox_card: "approved" }) }
})
