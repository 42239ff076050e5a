/**
 * How the processes on one database tell each other that there is work, so that nobody has to wait
 * until the next look. Of no consequence where it fails: what there is to do is stored.
 */
export interface ChangeNotifications {
  /** Tells the others, once a commit is durable, what kinds of work it brought. */
  readonly tell: (kinds: ReadonlyArray<string>) => void
  /** Hears what others tell, until the returned function is called. */
  readonly hear: (wake: (kind: string) => void) => () => void
}
