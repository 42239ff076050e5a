const paths = {
  home: "M3 11 12 4l9 7v8a1 1 0 0 1-1 1h-5v-6H9v6H4a1 1 0 0 1-1-1z",
  payments: "M3 7a2 2 0 0 1 2-2h14a2 2 0 0 1 2 2v10a2 2 0 0 1-2 2H5a2 2 0 0 1-2-2zM3 10h18M7 15h4",
  subscriptions: "M4 12a8 8 0 0 1 14-5l2 2M20 4v5h-5M20 12a8 8 0 0 1-14 5l-2-2M4 20v-5h5",
  disputes: "M12 3v18M6 7h12M6 7l-3 7a3 3 0 0 0 6 0zM18 7l-3 7a3 3 0 0 0 6 0zM8 21h8",
  customers: "M12 5a3.5 3.5 0 1 1 0 7 3.5 3.5 0 0 1 0-7zM5 20a7 7 0 0 1 14 0",
  plans: "M4 5h16v4H4zM4 12h16v7H4zM8 15.5h4",
  sessions: "M4 6h2l2 10h10l2-7H7M9 20v.1M17 20v.1",
  alerts: "M12 4 2.5 20h19zM12 10v4M12 17v.5",
  audit: "M6 3h9l4 4v14H6zM14 3v5h5M9 13h6M9 17h6",
  webhooks: "M4 12h11M11 7l5 5-5 5M20 5v14",
  routing: "M6 4v5a6 6 0 0 0 6 6h6M18 15l-4-4M18 15l-4 4M6 20v-3M6 4a1 1 0 1 0 0-.1",
  ledger: "M5 4h14v16H5zM9 4v16M12 9h4M12 13h4",
  keys: "M12 12a4 4 0 1 1-8 0 4 4 0 0 1 8 0zM12 12h8v4M16 12v3",
  jobs: "M12 4a8 8 0 1 0 0 16 8 8 0 0 0 0-16zM12 8v4l3 2",
  consumers: "M4 7h16M4 12h16M4 17h10",
  cells: "M4 4h7v7H4zM13 4h7v7h-7zM4 13h7v7H4zM13 13h7v7h-7z",
  search: "M11 4a7 7 0 1 1 0 14 7 7 0 0 1 0-14zM16 16l5 5",
  close: "M6 6l12 12M18 6 6 18",
  filter: "M4 6h16M7 12h10M10 18h4",
  download: "M12 4v11M7 11l5 5 5-5M5 20h14",
  back: "M15 5l-7 7 7 7",
  check: "M5 13l4 4L19 7",
  copy: "M9 9h11v11H9zM5 15H4V4h11v1",
  star: "M12 4l2.4 5 5.6.8-4 4 1 5.6-5-2.7-5 2.7 1-5.6-4-4 5.6-.8z"
} as const

/** The name of an icon. */
export type IconName = keyof typeof paths

/** A drawing beside a text, which screen readers skip. */
export const Icon = ({ name }: { name: IconName }) => (
  <svg class="icon" viewBox="0 0 24 24" aria-hidden="true">
    <path d={paths[name]} />
  </svg>
)
