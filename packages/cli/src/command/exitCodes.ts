/** The exit codes of all commands. `docs/operating/command-line.md` explains them. */
export const exitCodes = {
  /** The command did its work. */
  done: 0,
  /** The command was refused, or failed. */
  failed: 1,
  /** The command line is not valid. */
  usage: 2,
  /** The command did its work and found something that needs a person. */
  found: 3,
  /** The command was interrupted by a signal, such as Ctrl-C. */
  interrupted: 130
} as const
