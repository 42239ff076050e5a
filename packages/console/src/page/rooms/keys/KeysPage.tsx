import { useState } from "preact/hooks"
import type { KeyRow, KeysView } from "../../../rooms/keys/KeysView.ts"
import { Time } from "../../format/time.tsx"
import { useMay } from "../../frame/Me.ts"
import { usePlace } from "../../frame/router.tsx"
import { useData } from "../../frame/useData.ts"
import { useMore } from "../../frame/useMore.ts"
import { ActForm } from "../../parts/ActForm.tsx"
import { Rows } from "../../parts/Rows.tsx"
import { SecretDialog } from "../../parts/SecretDialog.tsx"
import { ShowMore } from "../../parts/ShowMore.tsx"
import { Empty, Failure, Loading } from "../../parts/States.tsx"
import { Status } from "../../parts/Status.tsx"
import { Id } from "../../parts/Text.tsx"

type Doing = { readonly act: "create" } | { readonly act: "revoke"; readonly key: KeyRow }

/** The API keys of a merchant in the mode of the address. */
export const KeysPage = () => {
  const { data, error, reload } = useData<KeysView>("/keys")
  const more = useMore<KeyRow>("/keys", data)
  const [doing, setDoing] = useState<Doing | null>(null)
  const isAdmin = useMay("admin")
  const keys = [...(data?.data ?? []), ...more.rows]
  return (
    <>
      <div class="head">
        <h1>API keys</h1>
        {isAdmin ? (
          <button type="button" onClick={() => setDoing({ act: "create" })}>
            New key…
          </button>
        ) : null}
      </div>
      {error !== null && data === null ? <Failure error={error} retry={reload} /> : null}
      {data === null && error === null ? <Loading /> : null}
      {data !== null && keys.length === 0 ? (
        <Empty title="No key yet">
          <p>A server needs a secret key for the HTTP interface. A page needs a publishable one.</p>
        </Empty>
      ) : null}
      {keys.length === 0 ? null : (
        <div class="card">
          <KeyTable keys={keys} onRevoke={(key) => setDoing({ act: "revoke", key })} />
        </div>
      )}
      <ShowMore more={more} />
      {doing === null ? null : (
        <KeyDialog doing={doing} onClose={() => setDoing(null)} onDone={reload} />
      )}
    </>
  )
}

interface KeyTableProps {
  readonly keys: ReadonlyArray<KeyRow>
  readonly onRevoke: (key: KeyRow) => void
}

const KeyTable = ({ keys, onRevoke }: KeyTableProps) => {
  const isAdmin = useMay("admin")
  return (
    <Rows
      rows={keys}
      columns={[
        { head: "Key", cell: ({ id }) => <Id short>{id}</Id> },
        { head: "Kind", cell: ({ kind }) => (kind === "secret" ? "Secret" : "Publishable") },
        { head: "Created", class: "wide", cell: ({ created }) => <Time at={created} /> },
        {
          head: "Action",
          isAction: true,
          cells: "number",
          cell: (key) =>
            key.revokedAt !== null ? (
              <Status of="revoked" />
            ) : isAdmin ? (
              <button
                type="button"
                class="above"
                aria-label={`Revoke the key ${key.id.slice(-8)}`}
                onClick={() => onRevoke(key)}
              >
                Revoke…
              </button>
            ) : null
        }
      ]}
    />
  )
}

interface KeyDialogProps {
  readonly doing: Doing
  readonly onClose: () => void
  readonly onDone: () => void
}

const KeyDialog = ({ doing, onClose, onDone }: KeyDialogProps) => {
  const { mode } = usePlace()
  const [kind, setKind] = useState<KeyRow["kind"]>("secret")
  const [secret, setSecret] = useState<string | null>(null)
  if (secret !== null) {
    return (
      <SecretDialog
        title="The new key"
        secret={secret}
        advice="Put the key where the program reads it. It is shown only now."
        onClose={onClose}
      />
    )
  }
  if (doing.act === "revoke") {
    return (
      <ActForm
        title="Revoke this key"
        name="tenants.revokeApiKey"
        subject={doing.key.id}
        input={{}}
        preview={
          `Refuses the ${doing.key.kind} key …${doing.key.id.slice(-8)} from now on. Programs ` +
          "that use it stop working at once. This can't be undone."
        }
        button="Revoke"
        done="The key is revoked."
        onClose={onClose}
        onDone={() => {
          onDone()
          onClose()
        }}
      />
    )
  }
  return (
    <ActForm<{ readonly secret: string }>
      title="New key"
      name="tenants.createApiKey"
      subject=""
      input={{ kind }}
      preview={
        kind === "secret"
          ? `Makes a secret key for ${mode} mode, which is shown once. It may do everything with ` +
            "this account's payments."
          : `Makes a publishable key for ${mode} mode, which is shown once. It only names the ` +
            "account, and may be in a page."
      }
      button="Make a key"
      done="The key is made."
      onClose={onClose}
      onDone={(made) => {
        onDone()
        setSecret(made.secret)
      }}
    >
      <fieldset>
        <legend>Kind</legend>
        {(["secret", "publishable"] as const).map((choice) => (
          <label key={choice} class="choice">
            <input type="radio" checked={kind === choice} onChange={() => setKind(choice)} />
            {choice === "secret" ? "Secret, for a server" : "Publishable, for a page"}
          </label>
        ))}
      </fieldset>
    </ActForm>
  )
}
