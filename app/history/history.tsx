import { privateMeta } from "#app/layout/head/page-meta.ts";
import { Screen } from "#app/layout/screen.tsx";
import type { Handle } from "#app/route-handle.ts";
import { isPasswordAsked } from "#app/session/confirm-password.tsx";
import { ErrorNotice, FailureNotice } from "#app/ui/form/error-notice.tsx";
import { StrongLink } from "#app/ui/strong-link.tsx";
import { REVISION_RETENTION_MONTHS, REVISIONS_MAX } from "#domain/history.ts";
import type { Route } from "./+types/history.ts";
import { eventPartId } from "./dossier-part-id.ts";
import { type HistoryResult, type HistorySubject, restoreRevision, viewHistory } from "./history.server.ts";
import { AllRevisionFields, HistoryList, type PictureKind } from "./history-list.tsx";

type Page = {
  readonly title: string;
  readonly description: string;
  /** French noun with its article. */
  readonly noun: string;
  readonly picture?: { readonly kind: PictureKind; readonly width: number; readonly height: number };
};

const PAGES: Record<HistorySubject["kind"], Page> = {
  event: {
    title: "Historique d’un événement",
    description: "Ce qu’annonçait un événement, et qui l’a changé.",
    noun: "cette fiche",
    picture: { kind: "poster", width: 500, height: 400 },
  },
  member: {
    title: "Historique d’un membre",
    description: "Ce que disait la fiche d’un membre du comité, et qui l’a changée.",
    noun: "cette fiche",
    picture: { kind: "photo", width: 400, height: 480 },
  },
  record: {
    title: "Historique d’une fiche",
    description: "Ce que disait la fiche d’un membre, et qui l’a changée.",
    noun: "cette fiche",
  },
  "handover-item": {
    title: "Historique d’une ligne",
    description: "Ce que disait une ligne de «\u00a0C’est où, qui sait\u00a0?\u00a0», et qui l’a changée.",
    noun: "cette ligne",
  },
  settings: {
    title: "Historique des réglages",
    description: "Ce que disaient les réglages, et qui les a changés.",
    noun: "les réglages",
  },
  text: {
    title: "Historique d’un texte",
    description: "Ce que disait une page du site, et qui l’a changée.",
    noun: "ce texte",
  },
  notes: {
    title: "Historique des notes",
    description: "Ce que disaient les notes d’un dossier, et qui les a changées.",
    noun: "les notes",
  },
  result: {
    title: "Historique d’un résultat",
    description: "Ce que disait le résultat d’un événement, et qui l’a changé.",
    noun: "le résultat",
  },
};

type Params = {
  memberId?: string;
  eventId?: string;
  recordId?: string;
  itemId?: string;
  slug?: string;
  notesEventId?: string;
  notesSubject?: string;
  resultEventId?: string;
  resultSubject?: string;
};

/** The routes of this page differ in the names of their parameters. */
function subjectOf(params: Params): HistorySubject {
  const { memberId, eventId, recordId, itemId, slug, notesEventId, notesSubject, resultEventId, resultSubject } =
    params;
  if (memberId !== undefined) return { kind: "member", id: memberId };
  if (eventId !== undefined) return { kind: "event", id: eventId };
  if (recordId !== undefined) return { kind: "record", id: recordId };
  if (itemId !== undefined) return { kind: "handover-item", id: itemId };
  if (slug !== undefined) return { kind: "text", id: slug };
  if (notesEventId !== undefined) return { kind: "notes", id: eventPartId(notesEventId) };
  if (notesSubject !== undefined) return { kind: "notes", id: notesSubject };
  if (resultEventId !== undefined) return { kind: "result", id: eventPartId(resultEventId) };
  return resultSubject === undefined ? { kind: "settings", id: "" } : { kind: "result", id: resultSubject };
}

export const handle: Handle = { help: "jai-effacé-quelque-chose-par-erreur" };

export const meta: Route.MetaFunction = (args) => {
  const { title, description } = PAGES[subjectOf(args.params).kind];
  return privateMeta(title, description)(args);
};

export const loader = (args: Route.LoaderArgs) => viewHistory(args, subjectOf(args.params));

export const action = (args: Route.ActionArgs) => restoreRevision(args, subjectOf(args.params));

export { clientAction } from "#app/ui/form/client-action.ts";
export { shouldRevalidate } from "#app/ui/form/reload-on-conflict.ts";

export default function HistoryPage({ loaderData, actionData, params }: Route.ComponentProps) {
  const { name, form, version, image, revisions, whole } = loaderData;
  const { noun, picture } = PAGES[subjectOf(params).kind];
  const result: HistoryResult = actionData ?? {};
  const { errors, typed } = result;
  const prompt = errors && isPasswordAsked(errors) ? { id: typed?.state ?? "", errors } : null;
  return (
    <Screen style="paille" title="Historique" lead={<bdi>{name}</bdi>} className="history-frame">
      <p>
        <StrongLink to={form}>Modifier {noun}</StrongLink>
      </p>
      <Notices result={result} noun={noun} />
      {image && picture && (
        <img className="history-picture" src={image} width={picture.width} height={picture.height} alt="" />
      )}
      {whole && (
        <section className="state" aria-labelledby="whole-text">
          <h2 id="whole-text">{whole.title}</h2>
          <AllRevisionFields fields={whole.fields} />
        </section>
      )}
      {revisions.length === 0 ? (
        <p className="history-empty">
          Rien n’a encore changé. Dès que quelqu’un modifiera {noun}, l’état d’avant viendra ici, avec la date et le
          prénom.
        </p>
      ) : (
        <HistoryList version={version} revisions={revisions} prompt={prompt} kind={picture?.kind ?? "photo"} />
      )}
    </Screen>
  );
}

const EXPIRED = {
  title: "Cet état n’est plus gardé.",
  text: `Rien n’a été rétabli\u00a0: il avait plus de ${REVISION_RETENTION_MONTHS} mois, ou ${REVISIONS_MAX} changements l’ont suivi.`,
};

function Notices({ result, noun }: { result: HistoryResult; noun: string }) {
  const { failed, expired, refused, changedBy } = result;
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
          text={`Rien n’a été rétabli. ${refused.join(" ")} Recopiez à la main ce qu’il vous faut.`}
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
