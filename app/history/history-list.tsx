import { Form, useNavigation } from "react-router";
import { ConfirmPassword } from "#app/session/confirm-password.tsx";
import star from "#app/ui/drawings/etoile.svg";
import { FieldErrorsContext } from "#app/ui/form/field.tsx";
import type { FieldErrors } from "#domain/fields.ts";
import type { ShownRevision } from "./shown-state.ts";

const Value = ({ children }: { children: string }) =>
  children === "" ? (
    <>
      <span aria-hidden="true">—</span>
      <span className="sr-only">vide</span>
    </>
  ) : (
    <bdi>{children}</bdi>
  );

/** Which fields, from what to what. */
const Changes = ({ changes }: { changes: NonNullable<ShownRevision["changes"]> }) => (
  <dl className="changes">
    {changes.map(({ label, from, to }) => (
      <div key={label}>
        <dt>{label}</dt>
        <dd>
          <span className="sr-only">avant&nbsp;: </span>
          <del>
            <Value>{from}</Value>
          </del>
        </dd>
        <dd>
          <span className="sr-only">après&nbsp;: </span>
          <ins>
            <Value>{to}</Value>
          </ins>
        </dd>
      </div>
    ))}
  </dl>
);

/** The oldest state that is kept: all that it says. */
const Whole = ({ fields }: Pick<ShownRevision, "fields">) => (
  <>
    <p>L’état le plus ancien que le site garde&nbsp;:</p>
    <dl className="changes changes--whole">
      {fields.map(({ label, value }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>
            <bdi>{value}</bdi>
          </dd>
        </div>
      ))}
    </dl>
  </>
);

/** What was changed to make a state, or what it says. */
function Said({ changes, fields, newPicture }: Pick<ShownRevision, "changes" | "fields" | "newPicture">) {
  if (!changes) return <Whole fields={fields} />;
  if (changes.length > 0) return <Changes changes={changes} />;
  // What one person changes and takes back within ten minutes is one change, and none.
  return newPicture ? null : <p>Aucun champ n’a changé.</p>;
}

const PICTURE_TEXTS = {
  photo: { another: "Nouvelle photo", none: "Photo retirée" },
  poster: { another: "Nouvelle affiche", none: "Affiche retirée" },
} as const;

export type PictureKind = keyof typeof PICTURE_TEXTS;

type PictureProps = Pick<ShownRevision, "picture" | "newPicture"> & { kind: PictureKind };

/** The picture of then. */
function Picture({ picture, newPicture, kind }: PictureProps) {
  if (picture === undefined) return null;
  return (
    <figure className="state__picture">
      {newPicture && <figcaption>{PICTURE_TEXTS[kind][picture === null ? "none" : "another"]}</figcaption>}
      {picture !== null && <img src={picture} width="300" height="200" loading="lazy" alt="Celle d’alors" />}
    </figure>
  );
}

/** A state that comes back once the password is there. */
export type RevisionDialog = {
  readonly key: string;
  readonly errors: FieldErrors;
  /** Address of the account of the person who looks at the page. */
  readonly email: string;
};

type ListProps = {
  version: string;
  revisions: readonly ShownRevision[];
  asked?: RevisionDialog | null;
  kind: PictureKind;
};

/** The states of something, newest first, each with the way back to it. */
export const HistoryList = ({ version, revisions, asked, kind }: ListProps) => (
  <ol role="list" className="history">
    {revisions.map((state) => (
      <li key={state.key} className="state">
        <h2>
          <bdi>{state.who ?? "Quelqu’un"}</bdi> <span>{state.when ?? "date inconnue"}</span>
        </h2>
        {state.key === "" && (
          <b className="badge badge--new">
            <img src={star} width="92" height="92" alt="" />
            Maintenant
          </b>
        )}
        <Said {...state} />
        <Picture {...state} kind={kind} />
        {!state.asNow && <Restore version={version} state={state} asked={asked?.key === state.key ? asked : null} />}
      </li>
    ))}
  </ol>
);

type RestoreProps = { version: string; state: ShownRevision; asked: RevisionDialog | null };

/** Makes a state the newest one; where money or mail would go somewhere else, with the password. */
function Restore({ version, state: { key, who, when }, asked }: RestoreProps) {
  const busy = useNavigation().state !== "idle";
  return (
    <FieldErrorsContext value={asked?.errors ?? {}}>
      <Form className="state__restore" method="post" preventScrollReset={asked === null}>
        <input type="hidden" name="version" value={version} />
        <input type="hidden" name="state" value={key} />
        {asked && (
          <ConfirmPassword email={asked.email}>
            L’argent ou le courrier irait ailleurs. Rien n’a changé.
          </ConfirmPassword>
        )}
        <button className="btn btn--small btn--neige" type="submit" disabled={busy}>
          Rétablir
          <span className="sr-only">
            {" "}
            l’état du {when ?? "début"}, {who ?? "Quelqu’un"}
          </span>
        </button>
      </Form>
    </FieldErrorsContext>
  );
}
