import type { Reply } from "./forward.ts"

/** An error as Basis Theory's API answers it. */
export const problem = (status: number, detail: string): Reply => [
  status,
  { errors: {}, title: "Error", status, detail }
]
