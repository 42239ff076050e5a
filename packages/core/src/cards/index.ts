/** The public names of customers, saved cards and the vault's port. */

export * from "./customers/Customer.ts"
export * from "./customers/customerInput.ts"
export * from "./customers/errors.ts"
export * from "./customers/listCustomers.ts"
export * from "./saved/AccountUpdater.ts"
export * from "./saved/errors.ts"
export * from "./saved/listPaymentInstruments.ts"
export * from "./saved/PaymentInstrument.ts"
export * from "./saved/saveCard.ts"
export type * from "./vault/CardRelay.ts"
export * from "./vault/CardVault.ts"
export * from "./vault/defineCardVault.ts"
