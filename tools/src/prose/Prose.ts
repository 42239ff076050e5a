/** A text to lint, as Markdown, and where its lines come from. */
export interface Prose {
  /** The file, relative to the repository, with forward slashes. */
  readonly path: string
  readonly text: string
  /** Returns the line of the file that a line of the text comes from. Both count from 1. */
  readonly lineAt: (line: number) => number
}
