import { useEffect, useRef, useState } from "preact/hooks"
import uPlot from "uplot"

/** A bar of a chart. */
interface Bar {
  /** The start of the bar's period, in milliseconds since the epoch. */
  readonly at: number
  readonly value: number
  /** The period and the value in words, for the caption and for screen readers. */
  readonly text: string
}

interface ChartProps {
  /** The name of the chart for screen readers. */
  readonly label: string
  readonly bars: ReadonlyArray<Bar>
  /** Returns the text of a value at the axis. */
  readonly axis: (value: number) => string
  /** Returns the text of a time at the axis. */
  readonly time: (at: number) => string
}

const height = 220

/** A chart of bars. The arrow keys go from bar to bar, and so does a finger or a mouse. */
export const Chart = ({ label, bars, axis, time }: ChartProps) => {
  const place = useRef<HTMLDivElement>(null)
  const plot = useRef<uPlot | null>(null)
  const [at, setAt] = useState<number | null>(null)
  const scheme = useScheme()
  useEffect(() => {
    const element = place.current
    if (element === null) return
    const made = new uPlot(
      optionsOf({ element, bars, axis, time, onBar: setAt }),
      [bars.map((bar) => bar.at / 1000), bars.map(({ value }) => value)],
      element
    )
    plot.current = made
    const sized = new ResizeObserver(() => made.setSize({ width: element.clientWidth, height }))
    sized.observe(element)
    return () => {
      sized.disconnect()
      made.destroy()
    }
  }, [bars, scheme])
  const shown = at === null ? null : (bars[at] ?? null)
  const moveTo = (next: number) => {
    const bounded = Math.max(0, Math.min(bars.length - 1, next))
    setAt(bounded)
    const bar = bars[bounded]
    const left = bar === undefined ? -10 : (plot.current?.valToPos(bar.at / 1000, "x") ?? -10)
    plot.current?.setCursor({ left, top: 10 }, false)
  }
  const pressed = (event: KeyboardEvent) => {
    const steps: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowRight: 1 }
    const step = steps[event.key]
    if (event.key === "Home") moveTo(0)
    else if (event.key === "End") moveTo(bars.length - 1)
    else if (step !== undefined) moveTo((at ?? (step > 0 ? -1 : bars.length)) + step)
    else return
    event.preventDefault()
  }
  return (
    <div class="chart">
      <div
        ref={place}
        role="slider"
        tabIndex={0}
        aria-label={label}
        aria-valuemin={0}
        aria-valuemax={Math.max(0, bars.length - 1)}
        aria-valuenow={at ?? 0}
        aria-valuetext={shown?.text ?? "Use the arrow keys to read the values."}
        onKeyDown={pressed}
      />
      <p class="soft caption">{shown?.text ?? " "}</p>
    </div>
  )
}

/** Returns a name that changes with the colours of the page. */
const useScheme = (): string => {
  const dark = matchMedia("(prefers-color-scheme: dark)")
  const [isDark, setDark] = useState(dark.matches)
  useEffect(() => {
    const changed = () => setDark(dark.matches)
    dark.addEventListener("change", changed)
    return () => dark.removeEventListener("change", changed)
  }, [])
  return isDark ? "dark" : "light"
}

interface OptionsOf extends Pick<ChartProps, "bars" | "axis" | "time"> {
  readonly element: HTMLElement
  readonly onBar: (at: number | null) => void
}

/** The canvas takes no colours of style sheets, so they are read from elements that have them. */
const colourOf = (element: HTMLElement, name: string): string => {
  const probe = document.createElement("span")
  probe.className = `colour-${name}`
  element.append(probe)
  const { color } = getComputedStyle(probe)
  probe.remove()
  return color
}

/** The width of a label of the time axis in CSS pixels. */
const labelWidth = 72

const optionsOf = ({ element, bars, axis, time, onBar }: OptionsOf): uPlot.Options => {
  const [accent, soft, line] = ["accent", "soft", "line"].map((name) => colourOf(element, name))
  const font = "12px system-ui, sans-serif"
  const shared = { stroke: soft ?? "gray", font, ticks: { show: false } }
  const paths = uPlot.paths.bars?.({ size: [0.7, 36], radius: 0.15 })
  const [first, next, last] = [bars[0]?.at ?? 0, bars[1]?.at ?? 0, bars.at(-1)?.at ?? 0]
  // Half a period beside the first and the last bar, so that neither is cut.
  const half = Math.max(1, next - first) / 2
  const range: [number, number] = [(first - half) / 1000, (last + half) / 1000]
  const labelled = ({ width }: uPlot) => {
    const every = Math.ceil((bars.length * labelWidth) / Math.max(width, labelWidth))
    return bars.filter((_, nth) => nth % every === 0).map(({ at }) => at / 1000)
  }
  return {
    width: element.clientWidth,
    height,
    padding: [10, 4, 0, 0],
    legend: { show: false },
    cursor: { y: false, drag: { x: false, y: false }, points: { show: false } },
    scales: {
      x: { range: () => range },
      y: { range: (_, __, most) => [0, most > 0 ? most * 1.1 : 1] }
    },
    axes: [
      {
        ...shared,
        size: 30,
        grid: { show: false },
        splits: labelled,
        values: (_, at) => at.map((second) => time(second * 1000))
      },
      {
        ...shared,
        size: 64,
        grid: { stroke: line ?? "gray", width: 1 },
        values: (_, values) => values.map(axis)
      }
    ],
    series: [
      {},
      {
        fill: accent ?? "gray",
        width: 0,
        points: { show: false },
        ...(paths === undefined ? {} : { paths })
      }
    ],
    hooks: { setCursor: [({ cursor }) => onBar(cursor.idx ?? null)] }
  }
}
