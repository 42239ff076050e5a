import type { MovedTenant, MoveProgress, MoveStage } from "@payloom/cells"
import type { StreamLine } from "../../output/Output.ts"

const stageTexts: Readonly<Record<MoveStage, string>> = {
  copy: "rows copied",
  follow: "later commits copied",
  hand_over: "handing over",
  clean_up: "rows removed from the old cell",
  undo: "rows removed from the new cell"
}

/** Returns the line about the progress of a tenant. */
export const progressLine = (tenant: string, { stage, rows }: MoveProgress): StreamLine => ({
  cells: [
    { text: tenant, colour: "grey" },
    stage === "hand_over" ? stageTexts.hand_over : `${rows} ${stageTexts[stage]}`
  ],
  json: { tenant, stage, rows }
})

/** Returns the line about a tenant that has moved, or whose move was undone. */
export const movedLine = ({ tenant, from, to, by, frozenMs }: MovedTenant): StreamLine => ({
  cells: [
    { text: tenant, colour: "bold" },
    movedText(from, to, by),
    ...(frozenMs === null ? [] : [`Its commits waited for ${Math.round(frozenMs)} ms.`])
  ],
  json: { tenant, stage: "done", from, to, by, frozen_ms: frozenMs }
})

const movedText = (from: string, to: string, by: MovedTenant["by"]): string => {
  if (by === "nobody") return `is in ${to} already.`
  const end = from === to ? `stays in ${to}.` : `moved from ${from} to ${to}.`
  return by === "this" ? end : `${end} Another process did it at the same time.`
}
