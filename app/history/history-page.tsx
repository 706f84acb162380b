import type { ReactNode } from "react";
import { Link } from "react-router";
import { Banner } from "#app/layout/banner.tsx";
import art from "#app/ui/drawings/crete-comptes.svg";
import { FailureNotice } from "#app/ui/form/failure-notice.tsx";
import { FaultNotice } from "#app/ui/form/fault-notice.tsx";
import { STATE_MONTHS, STATES_KEPT } from "#domain/history.ts";
import { type AskedState, HistoryList, type PictureKind } from "./history-list.tsx";
import type { HistoryAnswer, ShownState } from "./shown-state.ts";

type Props = {
  /** What the thing is called, after « Historique ». */
  name: string;
  /** « cette fiche », « les réglages » */
  thing: string;
  /** The screen on which it is changed. */
  form: string;
  version: string;
  states: readonly ShownState[];
  answer: HistoryAnswer;
  asked?: AskedState | null;
  /** What its pictures are called. */
  pictureKind?: PictureKind;
  /** What it looks like now. */
  children?: ReactNode;
};

/** What something was before, and who changed it. */
export function HistoryPage({ name, thing, form, version, states, answer, asked, ...rest }: Props) {
  return (
    <main id="contenu">
      <Banner bottom style="paille" art={art} title="Historique">
        <bdi>{name}</bdi>
      </Banner>
      <div className="page-frame history-frame">
        <p>
          <Link className="strong-link" to={form}>
            Modifier {thing}
          </Link>
        </p>
        <HistoryNotices answer={answer} thing={thing} />
        {rest.children}
        {states.length === 0 ? (
          <p className="history-empty">
            Rien n’a encore changé. Dès que quelqu’un modifiera {thing}, l’état d’avant viendra ici, avec la date et le
            prénom.
          </p>
        ) : (
          <HistoryList version={version} states={states} asked={asked ?? null} kind={rest.pictureKind ?? "photo"} />
        )}
      </div>
    </main>
  );
}

const FORGOTTEN = {
  title: "Cet état n’est plus gardé.",
  text: `Rien n’a été rétabli\u00a0: il avait plus de ${STATE_MONTHS} mois, ou ${STATES_KEPT} changements l’ont suivi.`,
};

/** Why nothing was restored. */
function HistoryNotices({ answer, thing }: { answer: HistoryAnswer; thing: string }) {
  const { failed, forgotten, refused, overtakenBy } = answer;
  return (
    <>
      {failed && (
        <FaultNotice
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
          title={`${overtakenBy ?? "Quelqu’un d’autre"} vient de modifier ${thing}.`}
          text="Rien n’a été rétabli ni écrasé. L’historique est à jour maintenant&nbsp;: regardez-le, puis choisissez encore une fois."
        />
      )}
    </>
  );
}
