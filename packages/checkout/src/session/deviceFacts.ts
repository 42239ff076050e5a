/**
 * The facts about the payer's device in a confirm. Facts that the browser doesn't report are
 * missing.
 */
export interface DeviceFacts {
  /** The browser's language, as a BCP 47 tag. */
  readonly language?: string
  /** The screen in CSS pixels, and in bits for each pixel. */
  readonly screen?: {
    readonly width: number
    readonly height: number
    readonly color_depth: number
  }
  /** The time zone as an IANA name, such as Europe/Berlin. */
  readonly time_zone?: string
  /** The minutes that the device's clock is behind UTC. */
  readonly utc_offset_minutes?: number
}

/** The device as a browser reports it. */
export interface BrowserDevice {
  readonly language?: string | undefined
  readonly screen: { readonly width: number; readonly height: number; readonly colorDepth: number }
  readonly timeZone?: string | undefined
  readonly utcOffsetMinutes: number
}

const isPixels = (value: number): boolean =>
  Number.isInteger(value) && value >= 0 && value <= 100_000

/**
 * Returns the facts in the form of the API. Browsers that protect their users may report odd
 * values. These are left out, because they must not prevent a payment.
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
