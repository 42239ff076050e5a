/** Resolves waits by name, as a request waits for a job that it added. */
export const waiting = () => {
  const resolvers = new Map<string, () => void>()
  return {
    /** Returns a promise that `done` resolves. */
    until: (name: string) => new Promise<void>((resolve) => void resolvers.set(name, resolve)),
    done: (name: string) => {
      resolvers.get(name)?.()
      resolvers.delete(name)
    }
  }
}
