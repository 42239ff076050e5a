import type { Studio } from "../studio/Studio.ts"
import type { Shot } from "../studio/shoot.ts"

/** Functions that prepare a page for its picture, by the picture's name. */
export type Taking = Readonly<Record<string, (studio: Studio) => Promise<Shot>>>
