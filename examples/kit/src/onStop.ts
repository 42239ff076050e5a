const lookEveryMs = 250

// Read as early as possible, because npm may end while the program still starts.
const parent = process.ppid

/**
 * Calls back once if the process has to stop, with the reason: a signal, or the end of the npm that
 * started it. npm passes a signal to a shell, and the shell ends without passing it on.
 */
export const onStop = (stop: (reason: string) => void): void => {
  let isStopped = false
  const stopOnce = (reason: string) => {
    if (!isStopped) stop(reason)
    isStopped = true
  }
  process.once("SIGTERM", stopOnce)
  process.once("SIGINT", stopOnce)
  if (process.env.npm_lifecycle_event === undefined) return
  const watch = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(watch)
    stopOnce("npm has ended")
  }, lookEveryMs)
  // The timer alone must not keep the process running.
  watch.unref()
}
