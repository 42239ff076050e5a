/** What a confirm tells of the payer's device; what the browser doesn't say is left out. */
export interface DeviceFacts {
  /** A BCP 47 tag. */
  readonly language?: string
  /** In CSS pixels, and in bits for each pixel. */
  readonly screen?: {
    readonly width: number
    readonly height: number
    readonly color_depth: number
  }
  /** An IANA name, such as Europe/Berlin. */
  readonly time_zone?: string
  /** Minutes that its clock is behind UTC. */
  readonly utc_offset_minutes?: number
}

/** What a browser shows of the device that it runs on. */
export interface BrowserDevice {
  readonly language?: string | undefined
  readonly screen: { readonly width: number; readonly height: number; readonly colorDepth: number }
  readonly timeZone?: string | undefined
  readonly utcOffsetMinutes: number
}

const isPixels = (value: number): boolean =>
  Number.isInteger(value) && value >= 0 && value <= 100_000

/**
 * The facts as the API takes them. Browsers that protect their users answer oddly, and no odd
 * answer may keep anybody from paying: it is left out.
 */
export const deviceFactsOf = (device: BrowserDevice): DeviceFacts => {
  const { language = "", timeZone = "", utcOffsetMinutes } = device
  const { width, height, colorDepth } = device.screen
  const isTag = language.length <= 35 && /^[A-Za-z]{2,8}(-[A-Za-z0-9]{1,8})*$/.test(language)
  const isOffset = Number.isInteger(utcOffsetMinutes) && Math.abs(utcOffsetMinutes) <= 1000
  return {
    ...(isTag ? { language } : {}),
    ...([width, height, colorDepth].every(isPixels)
      ? { screen: { width, height, color_depth: colorDepth } }
      : {}),
    ...(/^[A-Za-z0-9_+/-]{1,64}$/.test(timeZone) ? { time_zone: timeZone } : {}),
    ...(isOffset ? { utc_offset_minutes: utcOffsetMinutes } : {})
  }
}
