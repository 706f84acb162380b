import { Form, useNavigation } from "react-router";
import { ConfirmPassword } from "#app/session/confirm-password.tsx";
import star from "#app/ui/drawings/etoile.svg";
import { FieldErrorsContext } from "#app/ui/form/field.tsx";
import type { FieldErrors } from "#domain/fields.ts";
import type { RevisionView } from "./history.server.ts";

const Value = ({ children }: { children: string }) =>
  children === "" ? (
    <>
      <span aria-hidden="true">—</span>
      <span className="sr-only">vide</span>
    </>
  ) : (
    <bdi>{children}</bdi>
  );

const Changes = ({ changes }: { changes: NonNullable<RevisionView["changes"]> }) => (
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

export const AllRevisionFields = ({ fields }: Pick<RevisionView, "fields">) => (
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
);

/** The oldest revision has no earlier revision to compare with: show all its fields. */
function RevisionContent({ changes, fields, newPicture }: Pick<RevisionView, "changes" | "fields" | "newPicture">) {
  if (!changes)
    return (
      <>
        <p>L’état le plus ancien que le site garde&nbsp;:</p>
        <AllRevisionFields fields={fields} />
      </>
    );
  if (changes.length > 0) return <Changes changes={changes} />;
  // A revision combines the changes of ten minutes, which can cancel each other out.
  return newPicture ? null : <p>Aucun champ n’a changé.</p>;
}

const PICTURE_TEXTS = {
  photo: { another: "Nouvelle photo", none: "Photo retirée" },
  poster: { another: "Nouvelle affiche", none: "Affiche retirée" },
} as const;

export type PictureKind = keyof typeof PICTURE_TEXTS;

type PictureProps = Pick<RevisionView, "picture" | "newPicture"> & { kind: PictureKind };

function Picture({ picture, newPicture, kind }: PictureProps) {
  if (picture === undefined) return null;
  return (
    <figure className="state__picture">
      {newPicture && <figcaption>{PICTURE_TEXTS[kind][picture === null ? "none" : "another"]}</figcaption>}
      {picture !== null && <img src={picture} width="300" height="200" loading="lazy" alt="Celle d’alors" />}
    </figure>
  );
}

type PasswordPrompt = {
  /** Id of the revision to restore. */
  readonly id: string;
  readonly errors: FieldErrors;
};

type ListProps = {
  version: string;
  revisions: readonly RevisionView[];
  prompt?: PasswordPrompt | null;
  kind: PictureKind;
};

export const HistoryList = ({ version, revisions, prompt, kind }: ListProps) => (
  <ol role="list" className="history">
    {revisions.map((revision) => (
      <li key={revision.id} className="state">
        <h2>
          <bdi>{revision.author ?? "Quelqu’un"}</bdi> <span>{revision.date ?? "date inconnue"}</span>
        </h2>
        {revision.id === "" && (
          <b className="badge badge--new">
            <img src={star} width="92" height="92" alt="" />
            Maintenant
          </b>
        )}
        <RevisionContent changes={revision.changes} fields={revision.fields} newPicture={revision.newPicture} />
        <Picture picture={revision.picture} newPicture={revision.newPicture} kind={kind} />
        {!revision.asNow && (
          <Restore version={version} revision={revision} prompt={prompt?.id === revision.id ? prompt : null} />
        )}
      </li>
    ))}
  </ol>
);

type RestoreProps = { version: string; revision: RevisionView; prompt: PasswordPrompt | null };

/** Asks for the password if the restored settings change the recipient of money or mail. */
function Restore({ version, revision: { id, author, date }, prompt }: RestoreProps) {
  const busy = useNavigation().state !== "idle";
  return (
    <FieldErrorsContext value={prompt?.errors ?? {}}>
      <Form className="state__restore" method="post" preventScrollReset={prompt === null}>
        <input type="hidden" name="version" value={version} />
        <input type="hidden" name="state" value={id} />
        {prompt && <ConfirmPassword>L’argent ou le courrier irait ailleurs. Rien n’a changé.</ConfirmPassword>}
        <button className="btn btn--small btn--neige" type="submit" disabled={busy}>
          Rétablir
          <span className="sr-only">
            {" "}
            l’état du {date ?? "début"}, {author ?? "Quelqu’un"}
          </span>
        </button>
      </Form>
    </FieldErrorsContext>
  );
}
