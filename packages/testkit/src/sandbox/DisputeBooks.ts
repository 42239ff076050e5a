import type { DisputeCommand, EvidenceCommand } from "./bankCommands.ts"

/** The disputes of the bank, and the evidence against them. */
export class DisputeBooks {
  readonly #steps: Array<DisputeCommand> = []
  readonly #evidence: Array<EvidenceCommand> = []

  /** Records a step of a dispute. */
  move(command: DisputeCommand): void {
    this.#steps.push(command)
  }

  /**
   * Takes evidence. Final evidence moves its dispute to `representment_submitted`. Returns true if
   * the bank has the same evidence.
   */
  takeEvidence(command: EvidenceCommand): boolean {
    if (this.hasEvidence(command)) return true
    this.#evidence.push(command)
    const last = this.latest(command.account, command.dispute)
    if (command.isFinal && last !== undefined) {
      this.#steps.push({ ...last, at: command.at, stage: "representment_submitted" })
    }
    return false
  }

  /** Returns the steps of all disputes, in order. */
  steps(): ReadonlyArray<DisputeCommand> {
    return this.#steps
  }

  /** Returns the last step of a dispute by the bank's reference. */
  latest(account: string, dispute: string): DisputeCommand | undefined {
    return this.#steps.findLast((made) => made.account === account && made.dispute === dispute)
  }

  /** Returns true if the bank has the same evidence. */
  hasEvidence(of: Pick<EvidenceCommand, "account" | "dispute" | "digest" | "isFinal">): boolean {
    return this.#evidence.some(
      (made) =>
        made.account === of.account &&
        made.dispute === of.dispute &&
        made.digest === of.digest &&
        made.isFinal === of.isFinal
    )
  }

  /** Returns how often evidence against a dispute was submitted. */
  timesSubmitted(dispute: string): number {
    return this.#evidence.filter((made) => made.dispute === dispute && made.isFinal).length
  }
}
