import Drawer from "#app/inbox/drawings/sign-drawer.svg?drawing";
import { ActionButton } from "#app/ui/action-button.tsx";
import star from "#app/ui/drawings/etoile.svg";
import Hourglass from "#app/ui/drawings/sign-hourglass.svg?drawing";
import Tick from "#app/ui/drawings/sign-tick.svg?drawing";
import Triangle from "#app/ui/drawings/sign-warning.svg?drawing";
import { TickBox } from "#app/ui/list/tick-boxes.tsx";
import { UndoButton } from "#app/ui/list/undo-button.tsx";
import { withPreposition } from "#domain/text/elision.ts";
import type { EntryMailView, InboxRowOutcome } from "./inbox-list.server.ts";

type StateProps = {
  /** Null while the entry is new. */
  handledAt: string | null;
  /** True for the feminine forms, which agree with « inscription ». */
  feminine?: boolean;
};

export const HandledBadge = ({ handledAt, feminine }: StateProps) =>
  handledAt === null ? (
    <span className="badge badge--new">
      <img src={star} width="92" height="92" alt="" />
      {feminine ? "Nouvelle" : "Nouveau"}
    </span>
  ) : (
    <span className="badge">
      <Tick />
      {feminine ? "Traitée" : "Traité"} le {handledAt}
    </span>
  );

type EntryProps = {
  currentUrl: string;
  id: string;
  /** Name or subject of the entry, for screen readers. */
  from: string;
};

type HandleProps = EntryProps & StateProps & { retention: string };

/** Shows `retention` beside a new entry. */
export const HandleEntryButton = ({ currentUrl, id, handledAt, from, feminine, retention }: HandleProps) => (
  <>
    <ActionButton
      action={currentUrl}
      id={id}
      intention={handledAt === null ? "handle" : "reopen"}
      className="btn btn--small btn--neige"
    >
      {handledAt === null && <Tick />}
      {handledAt === null ? `Marquer ${feminine ? "traitée" : "traité"}` : "Rouvrir"}
      <span className="sr-only">&nbsp;: {from}</span>
    </ActionButton>
    {handledAt === null && <p className="sign-up__retention">{retention}</p>}
  </>
);

const MAIL_LABELS: Record<EntryMailView["state"], string> = {
  garde: "Pas d’e-mail",
  envoye: "E-mail envoyé",
  "en-attente": "E-mail en attente",
  echec: "Échec de l’e-mail",
};

export function InboxEntryMailStatus({ mail, currentUrl, id, from }: EntryProps & { mail: EntryMailView }) {
  const { state, reason, held, mailLeaves, refusals, sentInPart } = mail;
  return (
    <>
      <span className={state === "echec" ? "badge badge--failure" : "badge"}>
        {state === "envoye" && <Tick />}
        {state === "en-attente" && <Hourglass />}
        {state === "echec" && <Triangle />}
        {state === "garde" && <Drawer />}
        {sentInPart ? "E-mail envoyé en partie" : held ? "E-mail retenu" : MAIL_LABELS[state]}
      </span>
      {!held && reason && refusals.every((refusal) => refusal.reason !== reason) && (
        <span className="reason">{reason}</span>
      )}
      {refusals.length > 0 && (
        <ul role="list" className="reason">
          {refusals.map(({ address, reason }) => (
            <li key={address}>
              <b>
                <bdi>{address}</bdi>
              </b>
              &nbsp;: {reason}
            </li>
          ))}
        </ul>
      )}
      {(state === "echec" || (state === "garde" && mailLeaves)) && (
        <ActionButton action={currentUrl} id={id} intention="resend" className="link-button">
          {state === "echec" ? "Renvoyer l’e-mail" : "Envoyer l’e-mail"}
          <span className="sr-only"> {withPreposition(from)}</span>
        </ActionButton>
      )}
    </>
  );
}

type TickProps = { id: string; name: string; isDone: boolean };

/** The check box of an entry. After an action on the entry, a tick mark replaces the box. */
export const InboxEntryTick = ({ id, name, isDone }: TickProps) =>
  isDone ? (
    <span className="tick--entry tick--done" aria-hidden="true">
      <Tick />
    </span>
  ) : (
    <TickBox ids={[id]} className="tick--entry">
      <span className="sr-only">Cocher {name}</span>
    </TickBox>
  );

type DoneProps = {
  /** Null while the action is being sent. */
  outcome: InboxRowOutcome | null;
  isSending: boolean;
  url: string;
  id: string;
  name: string;
};

/** Says what was done to an entry, and offers « Annuler ». */
export const InboxRowOutcomeText = ({ outcome, isSending, url, id, name }: DoneProps) => (
  <>
    <span role="status">{isSending ? "Un instant…" : outcome?.text}</span>
    {!isSending && outcome?.undo && <UndoButton url={url} id={id} name={name} intention={outcome.undo} />}
  </>
);
