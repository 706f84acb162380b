import type { ReactNode } from "react";
import { Link } from "react-router";
import { Banner } from "#app/layout/banner.tsx";
import art from "#app/ui/drawings/crete-comptes.svg";
import { ErrorNotice } from "#app/ui/form/error-notice.tsx";
import { FailureNotice } from "#app/ui/form/failure-notice.tsx";
import { REVISION_MONTHS, REVISIONS_KEPT } from "#domain/history.ts";
import { HistoryList, type PictureKind, type RevisionDialog } from "./history-list.tsx";
import type { HistoryAnswer, ShownRevision } from "./shown-state.ts";

type Props = {
  /** What the thing is called, after « Historique ». */
  name: string;
  /** « cette fiche », « les réglages » */
  noun: string;
  /** The screen on which it is changed. */
  form: string;
  version: string;
  revisions: readonly ShownRevision[];
  answer: HistoryAnswer;
  asked?: RevisionDialog | null;
  /** What its pictures are called. */
  pictureKind?: PictureKind;
  /** What it looks like now. */
  children?: ReactNode;
};

/** What something was before, and who changed it. */
export function HistoryPage({ name, noun, form, version, revisions, answer, asked, ...rest }: Props) {
  return (
    <main id="contenu">
      <Banner low style="paille" art={art} title="Historique">
        <bdi>{name}</bdi>
      </Banner>
      <div className="page-frame history-frame">
        <p>
          <Link className="strong-link" to={form}>
            Modifier {noun}
          </Link>
        </p>
        <HistoryNotices answer={answer} noun={noun} />
        {rest.children}
        {revisions.length === 0 ? (
          <p className="history-empty">
            Rien n’a encore changé. Dès que quelqu’un modifiera {noun}, l’état d’avant viendra ici, avec la date et le
            prénom.
          </p>
        ) : (
          <HistoryList
            version={version}
            revisions={revisions}
            asked={asked ?? null}
            kind={rest.pictureKind ?? "photo"}
          />
        )}
      </div>
    </main>
  );
}

const FORGOTTEN = {
  title: "Cet état n’est plus gardé.",
  text: `Rien n’a été rétabli\u00a0: il avait plus de ${REVISION_MONTHS} mois, ou ${REVISIONS_KEPT} changements l’ont suivi.`,
};

/** Why nothing was restored. */
function HistoryNotices({ answer, noun }: { answer: HistoryAnswer; noun: string }) {
  const { failed, forgotten, refused, overtakenBy } = answer;
  return (
    <>
      {failed && (
        <ErrorNotice
          title="Rien n’a été rétabli."
          text="Le site n’a pas pu le faire&nbsp;: réessayez dans un instant."
        />
      )}
      {forgotten && <FailureNotice {...FORGOTTEN} />}
      {refused && (
        <FailureNotice
          title="Cet état ne passe plus tel quel."
          text={`Rien n’a été rétabli. ${refused.join(" ")} Reprenez à la main ce qu’il vous faut.`}
        />
      )}
      {overtakenBy !== undefined && (
        <FailureNotice
          title={`${overtakenBy ?? "Quelqu’un d’autre"} vient de modifier ${noun}.`}
          text="Rien n’a été rétabli ni écrasé. L’historique est à jour maintenant&nbsp;: regardez-le, puis choisissez encore une fois."
        />
      )}
    </>
  );
}
