/** Waits until a condition is true. The test's timeout ends the wait. */
export const until = async (holds: () => boolean): Promise<void> => {
  while (!holds()) await new Promise((resolve) => setTimeout(resolve, 1))
}
