import type { Studio } from "../studio/Studio.ts"
import type { Shot } from "../studio/shoot.ts"

/** Brings a page to where its picture is taken, by the names of the pictures. */
export type Taking = Readonly<Record<string, (studio: Studio) => Promise<Shot>>>
