import { format } from "prettier"

/** Formats a TypeScript source. */
export const formatSource = (source: string): Promise<string> =>
  format(source, { parser: "typescript", semi: false, printWidth: 100, trailingComma: "none" })
