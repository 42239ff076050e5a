import type { Line } from "../report.ts"
import type { Comparison } from "../rounds.ts"
import type { ReportTimes } from "./measureReports.ts"

/** Returns the line of charges that are reported. */
export const reportedLine = ({ ratio }: Comparison): Line => ({
  name: "reported_charges",
  value: ratio,
  bound: "",
  meaning: "rate of 32 callers whose charges are reported too, compared with the same without"
})

/** Returns the lines of an operator's lists and searches, in milliseconds. */
export const reportLines = ({ list, search }: ReportTimes): ReadonlyArray<Line> => [
  {
    name: "console_list_1m",
    value: list.slowest,
    bound: "<= 200",
    meaning: `ms of the slowest list with 1,000,000 payments: ${list.slowestCall}`
  },
  {
    name: "console_search_1m",
    value: search.slowest,
    bound: "<= 200",
    meaning: `ms of the slowest search with 1,000,000 payments: ${search.slowestCall}`
  }
]

/** Returns the other times of reports. */
export const reportMicroseconds = ({ list, search, figures }: ReportTimes) => ({
  console_list_1m_median_us: list.median * 1000,
  console_search_1m_median_us: search.median * 1000,
  figures_400_days_1m_us: figures.slowest * 1000
})
