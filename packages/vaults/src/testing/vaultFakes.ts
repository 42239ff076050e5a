import { basisTheory } from "../basis-theory/basisTheory.ts"
import { evervault } from "../evervault/evervault.ts"
import {
  type FakeVault,
  startFakeBasisTheory,
  startFakeEvervault,
  startFakeVgs
} from "../fake/index.ts"
import type { RelayedVault } from "../RelayedVault.ts"
import { vgs } from "../vgs/vgs.ts"

/** The names of the vaults in tests. */
export type VaultName = "Basis Theory" | "VGS" | "Evervault"

/** Starts the fake of each vault. */
export const startFakeOf: Readonly<Record<VaultName, () => Promise<FakeVault<object>>>> = {
  "Basis Theory": () => startFakeBasisTheory(),
  VGS: () => startFakeVgs(),
  Evervault: () => startFakeEvervault()
}

/** Creates each vault with the options of its fake. */
export const vaultOf: Readonly<
  Record<VaultName, (options: object, hosts: ReadonlyArray<string>) => RelayedVault>
> = {
  "Basis Theory": (options, hosts) =>
    basisTheory({ ...(options as Parameters<typeof basisTheory>[0]), hosts }),
  VGS: (options, hosts) => vgs({ ...(options as Parameters<typeof vgs>[0]), hosts }),
  Evervault: (options, hosts) =>
    evervault({ ...(options as Parameters<typeof evervault>[0]), hosts })
}

/** The names of all vaults. */
export const vaultNames: ReadonlyArray<VaultName> = ["Basis Theory", "VGS", "Evervault"]
