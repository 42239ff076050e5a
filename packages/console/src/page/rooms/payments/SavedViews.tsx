import { useState } from "preact/hooks"
import { Link } from "../../frame/router.tsx"
import { Dialog } from "../../parts/Dialog.tsx"
import { Icon } from "../../parts/Icon.tsx"
import { forgetView, type SavedView, savedViews, saveView } from "./savedViews.ts"

/** The views that this browser keeps, and a button that adds one. */
export const SavedViews = ({ query }: { query: string }) => {
  const [views, setViews] = useState<ReadonlyArray<SavedView>>(savedViews)
  const [isNaming, setNaming] = useState(false)
  const shown = views.find((view) => view.query === query)
  return (
    <>
      {views.map(({ name, query: own }) => (
        <Link
          key={name}
          class="chip view"
          to={own === "" ? "/payments" : `/payments?${own}`}
          aria-current={own === query ? "true" : undefined}
        >
          <Icon name="star" />
          <bdi class="text">{name}</bdi>
        </Link>
      ))}
      {shown === undefined ? (
        query === "" ? null : (
          <button type="button" class="plain" onClick={() => setNaming(true)}>
            <Icon name="star" />
            Save this view
          </button>
        )
      ) : (
        <button type="button" class="plain" onClick={() => setViews(forgetView(shown.name))}>
          Forget this view
        </button>
      )}
      {isNaming ? (
        <NameDialog
          onClose={() => setNaming(false)}
          onName={(name) => {
            setViews(saveView({ name, query }))
            setNaming(false)
          }}
        />
      ) : null}
    </>
  )
}

interface NameDialogProps {
  readonly onClose: () => void
  readonly onName: (name: string) => void
}

const NameDialog = ({ onClose, onName }: NameDialogProps) => {
  const [name, setName] = useState("")
  return (
    <Dialog title="Save this view" onClose={onClose}>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          if (name.trim() !== "") onName(name.trim())
        }}
      >
        <label class="field">
          <span>Name</span>
          <input
            value={name}
            maxLength={60}
            onInput={({ currentTarget }) => setName(currentTarget.value)}
          />
        </label>
        <p class="soft">The view is kept in this browser. Its address works for everybody.</p>
        <div class="buttons">
          <button type="button" onClick={onClose}>
            Cancel
          </button>
          <button type="submit" class="main">
            Save
          </button>
        </div>
      </form>
    </Dialog>
  )
}
