import type { ReactNode } from "react";
import { Screen } from "#app/layout/screen.tsx";
import { ErrorNotice, FailureNotice } from "#app/ui/form/error-notice.tsx";
import { StrongLink } from "#app/ui/strong-link.tsx";
import { REVISION_MONTHS, REVISIONS_KEPT } from "#domain/history.ts";
import type { HistoryAnswer, RevisionView } from "./history.server.ts";
import { HistoryList, type PasswordPrompt, type PictureKind } from "./history-list.tsx";

type Props = {
  name: string;
  /** French noun with its article, such as « cette fiche » or « les réglages ». */
  noun: string;
  form: string;
  version: string;
  revisions: readonly RevisionView[];
  answer: HistoryAnswer;
  prompt?: PasswordPrompt | null;
  pictureKind?: PictureKind;
  children?: ReactNode;
};

export function HistoryPage({ name, noun, form, version, revisions, answer, prompt, ...rest }: Props) {
  return (
    <Screen style="paille" title="Historique" lead={<bdi>{name}</bdi>} className="history-frame">
      <p>
        <StrongLink to={form}>Modifier {noun}</StrongLink>
      </p>
      <HistoryNotices answer={answer} noun={noun} />
      {rest.children}
      {revisions.length === 0 ? (
        <p className="history-empty">
          Rien n’a encore changé. Dès que quelqu’un modifiera {noun}, l’état d’avant viendra ici, avec la date et le
          prénom.
        </p>
      ) : (
        <HistoryList {...{ version, revisions, prompt }} kind={rest.pictureKind ?? "photo"} />
      )}
    </Screen>
  );
}

const EXPIRED = {
  title: "Cet état n’est plus gardé.",
  text: `Rien n’a été rétabli\u00a0: il avait plus de ${REVISION_MONTHS} mois, ou ${REVISIONS_KEPT} changements l’ont suivi.`,
};

function HistoryNotices({ answer, noun }: { answer: HistoryAnswer; noun: string }) {
  const { failed, expired, refused, changedBy } = answer;
  return (
    <>
      {failed && (
        <ErrorNotice
          title="Rien n’a été rétabli."
          text="Le site n’a pas pu le faire&nbsp;: réessayez dans un instant."
        />
      )}
      {expired && <FailureNotice {...EXPIRED} />}
      {refused && (
        <FailureNotice
          title="Cet état ne passe plus tel quel."
          text={`Rien n’a été rétabli. ${refused.join(" ")} Reprenez à la main ce qu’il vous faut.`}
        />
      )}
      {changedBy !== undefined && (
        <FailureNotice
          title={`${changedBy ?? "Quelqu’un d’autre"} vient de modifier ${noun}.`}
          text="Rien n’a été rétabli ni écrasé. L’historique est à jour maintenant&nbsp;: regardez-le, puis choisissez encore une fois."
        />
      )}
    </>
  );
}
