/** Waits for something that another request brings about; fails after two seconds. */
export const until = async (holds: () => boolean): Promise<void> => {
  const deadline = performance.now() + 2000
  while (!holds()) {
    if (performance.now() > deadline) throw new Error("It never came about.")
    await new Promise((resolve) => setTimeout(resolve, 1))
  }
}
