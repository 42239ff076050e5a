import { Text } from "./Text.tsx"

/** The merchant's own notes. Nothing if there are none. */
export const MetadataCard = ({ metadata }: { metadata: Readonly<Record<string, unknown>> }) => {
  const entries = Object.entries(metadata)
  if (entries.length === 0) return null
  return (
    <section class="card">
      <h2>Metadata</h2>
      <dl class="list">
        {entries.map(([key, value]) => (
          <div key={key}>
            <dt>
              <Text>{key}</Text>
            </dt>
            <dd>
              <Text>{String(value)}</Text>
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
