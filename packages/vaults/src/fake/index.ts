/**
 * Fakes of Basis Theory, VGS and Evervault on this machine, for tests.
 *
 * @packageDocumentation
 */

export type { FakeNetworkToken } from "./basisTheoryNetworkTokens.ts"
export type { FakeWallet } from "./basisTheoryWallets.ts"
export type { FakeVault } from "./FakeVault.ts"
export {
  type FakeBasisTheory,
  type FakeBasisTheoryOptions,
  type FakeToken,
  startFakeBasisTheory
} from "./startFakeBasisTheory.ts"
export {
  type FakeEvervault,
  type FakeEvervaultOptions,
  startFakeEvervault
} from "./startFakeEvervault.ts"
export { type FakeVgs, type FakeVgsOptions, startFakeVgs } from "./startFakeVgs.ts"
export type { TunnelTls } from "./tunnelServer.ts"
