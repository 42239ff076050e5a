/** Waits until a condition holds. The limit of the test ends a wait in vain. */
export const until = async (holds: () => boolean): Promise<void> => {
  while (!holds()) await new Promise((resolve) => setTimeout(resolve, 1))
}
