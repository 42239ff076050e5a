/** An output stream of the process. */
export interface OutputStream {
  /** Returns false if the stream holds enough. Then it emits `drain` when it has room again. */
  readonly write: (text: string) => unknown
  /** Absent if the stream always has room. */
  readonly once?: ((event: "drain", heard: () => void) => unknown) | undefined
  /** True if a person reads it. */
  readonly isTTY?: boolean | undefined
  /** The number of columns of the terminal. */
  readonly columns?: number | undefined
}

/** The process as a command sees it. Tests pass their own. */
export interface Terminal {
  readonly stdout: OutputStream
  readonly stderr: OutputStream
  /** The input if a person types it. Null for a pipe or a file. */
  readonly input: NodeJS.ReadableStream | null
  readonly env: Readonly<Record<string, string | undefined>>
  /** The folder in which relative paths are looked up. */
  readonly cwd: string
}

/** True if the terminal shows colours: it is one, and neither NO_COLOR nor a dumb TERM is set. */
export const hasColour = ({ stdout, env }: Pick<Terminal, "stdout" | "env">): boolean => {
  if (env.NO_COLOR !== undefined && env.NO_COLOR !== "") return false
  if (env.FORCE_COLOR !== undefined && env.FORCE_COLOR !== "") return env.FORCE_COLOR !== "0"
  return stdout.isTTY === true && env.TERM !== "dumb"
}
