import { aFunction, optional, type SetupCheck, texts, withFields } from "./setupChecks.ts"

const aVault = withFields("a card vault, such as sandbox().vault", {
  store: aFunction,
  decryptedWallets: optional(texts),
  storeWallet: optional(aFunction),
  release: optional(aFunction)
})

/** All that is wrong with the vault of a setup. A vault that decrypts wallets needs a function. */
export const vaultCheck: SetupCheck = (value, field) => {
  const issues = aVault(value, field)
  if (issues.length > 0) return issues
  const { decryptedWallets, storeWallet } = value as Readonly<Record<string, unknown>>
  return Array.isArray(decryptedWallets) && decryptedWallets.length > 0
    ? aFunction(storeWallet, `${field}.storeWallet`)
    : []
}
