import type { JobsView } from "../../../rooms/jobs/JobsView.ts"
import { Time } from "../../format/time.tsx"
import { count } from "../../format/words.ts"
import { Link, useAddress } from "../../frame/router.tsx"
import { useData } from "../../frame/useData.ts"
import { Choices, pathWith } from "../../parts/Choices.tsx"
import { Rows } from "../../parts/Rows.tsx"
import { Empty, Failure, Loading } from "../../parts/States.tsx"
import { Status } from "../../parts/Status.tsx"
import { Id } from "../../parts/Text.tsx"
import { jobWords, subjectPath } from "./jobWords.ts"

const choices = [
  ["", "Next day"],
  ["due", "Due"],
  ["late", "Late"]
] as const

const empty: Readonly<Record<string, readonly [title: string, advice: string]>> = {
  "": ["Nothing is planned for the next day", "Payments, subscriptions and webhooks make jobs."],
  due: ["No job is due", "Jobs begin within a second or two of the time at which they are due."],
  late: ["No job is late", "A job is late if it should have begun five minutes ago."]
}

/** The work that the engine does by itself, in the order in which it is due. */
export const JobsPage = () => {
  const { query } = useAddress()
  const asked = query.get("show") ?? ""
  const show = choices.some(([value]) => value === asked) ? asked : ""
  const path = show === "" ? "/jobs" : `/jobs?show=${show}`
  const { data, error, isStale, reload } = useData<JobsView>(path, () => true)
  const [title = "", advice = ""] = empty[show] ?? []
  const isLate = data?.data.some(({ state }) => state === "late") ?? false
  return (
    <>
      <div class="head">
        <h1>Jobs</h1>
        <Choices
          label="Jobs"
          choices={choices}
          value={show}
          to={(value) => pathWith("/jobs", query, "show", value)}
        />
      </div>
      {error !== null && data === null ? <Failure error={error} retry={reload} /> : null}
      {data === null && error === null ? <Loading /> : null}
      {isLate ? (
        <p class="notice">
          Some jobs are late. Check that a process of the engine runs with workers, and that its log
          shows no failures.
        </p>
      ) : null}
      {data !== null && data.data.length === 0 ? (
        <Empty title={title}>
          <p>{advice}</p>
        </Empty>
      ) : null}
      {data === null || data.data.length === 0 ? null : (
        <div class="card" aria-busy={isStale}>
          <JobTable jobs={data.data} />
        </div>
      )}
      {data?.isMore === true ? <p class="soft">Only the first 100 are listed.</p> : null}
    </>
  )
}

const JobTable = ({ jobs }: { jobs: JobsView["data"] }) => (
  <Rows
    rows={jobs}
    columns={[
      {
        head: "What it does",
        cell: ({ kind, subject }) => {
          const to = subjectPath(subject)
          return to === null ? (
            <span class="lead">{jobWords(kind)}</span>
          ) : (
            <Link class="row-link" to={to} aria-label={`${jobWords(kind)}: ${subject}`}>
              {jobWords(kind)}
            </Link>
          )
        }
      },
      {
        head: "Status",
        cell: ({ state, failures }) => (
          <>
            <Status of={state} />
            {failures === 0 ? null : (
              <span class="soft reason">failed {count(failures, "time")}</span>
            )}
          </>
        )
      },
      { head: "Due", cell: ({ dueAt }) => <Time at={dueAt} /> },
      { head: "Subject", class: "wide", cell: ({ subject }) => <Id short>{subject}</Id> }
    ]}
  />
)
