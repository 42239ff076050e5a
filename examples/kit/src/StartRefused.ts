/** The program can't start. The message names the reason, which a person can remove. */
export class StartRefused extends Error {
  /** 2 if the command line is wrong, otherwise 1. */
  readonly exitCode: 1 | 2

  constructor(message: string, exitCode: 1 | 2 = 1) {
    super(message)
    this.exitCode = exitCode
  }
}
