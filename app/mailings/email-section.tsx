import { Link } from "react-router";
import { ActionButton } from "#app/ui/action-button.tsx";
import { useIsSending } from "#app/ui/form/use-sending.ts";
import { ListRow } from "#app/ui/list/list-row.tsx";
import { dayInZurich, instantInFrench } from "#domain/dates.ts";
import { sendingTimeInFrench, sentOfInFrench } from "#domain/mailings/delivery-words.ts";
import type { MailProgress } from "#usecases/mailings/sent-mailing.ts";
import { useMailProgress } from "./use-mail-progress.ts";

type Props = {
  id: string;
  /** URL of the page, to which the forms are posted. */
  url: string;
  /** The progress when the page was loaded. */
  loaded: MailProgress;
  /** URL of the list of all people whose address was refused. */
  rest: string;
};

/**
 * The e-mails of a mailing. The numbers are live. The buttons and the names stay as they were loaded, so that nothing
 * slides under a finger.
 */
export function EmailSection({ id, url, loaded, rest }: Props) {
  const progress = useMailProgress(id, loaded);
  const newlyRefused = progress.refused.total - loaded.refused.total;
  return (
    <section aria-labelledby="courriel">
      <h2 id="courriel">E-mail</h2>
      <ul role="list" className="list list--round">
        <ListRow
          id="courriel"
          name={<b className="list__name">{sentOfInFrench(progress.sent, progress.all)}</b>}
          about={<p className="mailing__progress">{stateInFrench(progress)}</p>}
          actions={<Actions url={url} loaded={loaded} isOver={progress.waiting === 0} />}
          outcome={loaded.stoppedAt && `Arrêté, ${timeInFrench(loaded.stoppedAt)}`}
          undo={
            loaded.stoppedAt && (
              <ActionButton action={url} intention="resume" className="strong-link">
                Reprendre<span className="sr-only"> l’envoi</span>
              </ActionButton>
            )
          }
        />
      </ul>
      <p className="sr-only" role="status">
        {announcementOf(progress)}
      </p>
      <Refused {...loaded.refused} rest={rest} />
      {newlyRefused > 0 && (
        <p>
          {newlyRefused === 1 ? "Une adresse de plus est refusée" : `${newlyRefused} adresses de plus sont refusées`}
          &nbsp;: <Link to={url}>afficher</Link>.
        </p>
      )}
    </section>
  );
}

const timeInFrench = (at: string): string => instantInFrench(new Date(at), dayInZurich(new Date(at)));

/** What happens to the letters that wait. Empty if none waits. */
function stateInFrench({ waiting, seconds, held, nextAttempt, stoppedAt, due }: MailProgress): string {
  const left = waiting + due;
  if (stoppedAt !== null) return left === 1 ? "Un e-mail n’est pas parti." : `${left} e-mails ne sont pas partis.`;
  if (waiting === 0) return "";
  if (held !== null) return `Les e-mails attendent\u00a0: ${held}`;
  if (nextAttempt !== null)
    return `Le serveur de mail fait attendre. Nouvel essai\u00a0: ${timeInFrench(nextAttempt)}.`;
  return `Un par seconde, ${sendingTimeInFrench(seconds)}.`;
}

/** For screen readers: says each quarter, and the end. */
function announcementOf({ sent, all, waiting }: MailProgress): string {
  if (all === 0) return "";
  if (waiting === 0) return `Plus aucun e-mail n’attend\u00a0: ${sentOfInFrench(sent, all)}.`;
  const quarter = Math.floor((4 * sent) / all);
  return QUARTERS[quarter] ?? "";
}

const QUARTERS = [
  "",
  "Un quart des e-mails est envoyé.",
  "La moitié des e-mails est envoyée.",
  "Trois quarts des e-mails sont envoyés.",
];

type ActionsProps = Pick<Props, "url" | "loaded"> & { isOver: boolean };

function Actions({ url, loaded: { waiting, due, stoppedAt }, isOver }: ActionsProps) {
  const busy = useIsSending();
  if (waiting > 0 || stoppedAt !== null)
    return (
      <ActionButton action={url} intention="stop" className="btn btn--small btn--neige" disabled={busy || isOver}>
        Arrêter l’envoi
      </ActionButton>
    );
  if (due === 0) return null;
  return (
    <ActionButton action={url} intention="resume" className="btn btn--small btn--brique" disabled={busy}>
      {due === 1 ? "Envoyer à la personne restante" : `Envoyer aux ${due} restants`}
    </ActionButton>
  );
}

function Refused({ shown, total, rest }: MailProgress["refused"] & { rest: string }) {
  if (total === 0) return null;
  return (
    <>
      <h3>{total === 1 ? "Adresse refusée" : `${total} adresses refusées`}</h3>
      <p>
        {total === 1 ? "Cette personne passe" : "Ces personnes passent"} au moyen suivant. Corrigez l’adresse sur la
        fiche, et l’e-mail peut repartir.
      </p>
      <ul className="member__list">
        {shown.map(({ id, member, name, about }) => (
          <li key={id}>
            <Link to={`/registre/${member}`}>
              <bdi>{name}</bdi>
            </Link>
            &nbsp;: {about}
          </li>
        ))}
        {total > shown.length && (
          <li>
            <Link to={rest}>et {total - shown.length} autres</Link>
          </li>
        )}
      </ul>
    </>
  );
}
