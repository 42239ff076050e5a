"use client"
import { useState } from "react"

export default function Page() {
  const [status, setStatus] = useState("")
  const order = async () => {
    const response = await fetch(`/orders/${crypto.randomUUID()}`, { method: "POST" })
    setStatus((await response.json()).status)
  }
  return (
    <button type="button" onClick={order}>
      Order {status}
    </button>
  )
}
