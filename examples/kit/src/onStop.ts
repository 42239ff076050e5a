const lookEveryMs = 250

// Asked as early as can be: npm may end while the program is still starting.
const parent = process.ppid

/**
 * Calls back, once, with why the process is to stop: a signal, or the end of the npm that started
 * it. npm passes a signal on to a shell, which ends by it and passes on nothing.
 */
export const onStop = (stop: (reason: string) => void): void => {
  let isTold = false
  const tell = (reason: string) => {
    if (!isTold) stop(reason)
    isTold = true
  }
  process.once("SIGTERM", tell)
  process.once("SIGINT", tell)
  if (process.env.npm_lifecycle_event === undefined) return
  const watch = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(watch)
    tell("npm has ended")
  }, lookEveryMs)
  // What keeps the process running is its work.
  watch.unref()
}
