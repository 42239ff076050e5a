import { useEffect, useState } from "preact/hooks"

let show: ((text: string) => void) | null = null

/** Says for a few seconds what was done. Screen readers read it. */
export const toast = (text: string): void => show?.(text)

/** The place of short messages. */
export const Toast = () => {
  const [text, setText] = useState("")
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    show = (given) => {
      setText(given)
      clearTimeout(timer)
      timer = setTimeout(() => setText(""), 6000)
    }
    return () => {
      show = null
      clearTimeout(timer)
    }
  }, [])
  return (
    <div class="toast" role="status" data-shown={text !== ""}>
      {text}
    </div>
  )
}
