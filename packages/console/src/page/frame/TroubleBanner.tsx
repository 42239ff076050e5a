import { shellData } from "./shellData.ts"
import { useTrouble } from "./trouble.ts"

/** Says that the page may be old, and what to do. Nothing if all is well. */
export const TroubleBanner = () => {
  const trouble = useTrouble()
  return (
    <div role="status" class="trouble">
      {trouble === null ? null : (
        <p class="notice">
          {trouble === "signed_out" ? (
            <>
              You are signed out.{" "}
              <a href={shellData.base} target="_blank" rel="noreferrer">
                Sign in in another tab
              </a>
              , then go on here. What you typed stays.
            </>
          ) : trouble === "unreachable" ? (
            "The server doesn't answer. This page may be old. It tries again by itself."
          ) : (
            "This page no longer follows what happens. It connects again by itself."
          )}
        </p>
      )}
    </div>
  )
}
