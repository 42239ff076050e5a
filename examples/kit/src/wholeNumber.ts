/**
 * Returns the whole number of an option. Ends the program if it isn't a whole number in the range.
 */
export const wholeNumber = (
  name: string,
  text: string,
  { least = 0, most }: { readonly least?: number; readonly most: number }
): number => {
  const value = Number(text)
  if (Number.isInteger(value) && value >= least && value <= most) return value
  process.stderr.write(`--${name} must be a whole number from ${least} to ${most}.\n`)
  process.exit(2)
}
