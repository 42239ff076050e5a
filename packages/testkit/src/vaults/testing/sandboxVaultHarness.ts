import { startDestination } from "../../fake/startDestination.ts"
import { sandbox } from "../../sandbox/sandbox.ts"
import type { VaultHarness } from "../VaultHarness.ts"

/** Creates a harness of the sandbox's vault. It has no service, no codes and no list of hosts. */
export const sandboxVaultHarness = async (): Promise<VaultHarness> => {
  const box = sandbox()
  return {
    vault: box.vault,
    relay: box.relay,
    encryptCard: (card) => box.encryptCard(card),
    destination: await startDestination(),
    keepsScopes: false,
    keepsCodes: false,
    masksAnswers: false
  }
}
