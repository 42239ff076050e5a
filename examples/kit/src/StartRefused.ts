/** The program can't start, for a reason that a person can see to and that the message tells. */
export class StartRefused extends Error {
  /** 2 where the command line is to blame, else 1. */
  readonly exitCode: 1 | 2

  constructor(message: string, exitCode: 1 | 2 = 1) {
    super(message)
    this.exitCode = exitCode
  }
}
