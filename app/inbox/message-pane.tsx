import type { ReactNode } from "react";
import { Link } from "react-router";
import BackArrow from "#app/inbox/drawings/sign-back.svg?drawing";
import Envelope from "#app/inbox/drawings/sign-envelope.svg?drawing";
import { WrappingText } from "#app/ui/breakable.tsx";
import { DeleteButton } from "#app/ui/delete-button.tsx";
import { mailtoLink } from "#domain/fields.ts";
import { HandledBadge, HandleEntryButton, InboxEntryMailStatus, InboxRowOutcomeText } from "./entry-status.tsx";
import type { MessageView } from "./inbox-list.server.ts";

/** A longer subject has a smaller font, so that the message stays visible. */
const LONG_SUBJECT = 90;

const replyHref = ({ email, subject }: MessageView): string =>
  `${mailtoLink(email)}?subject=${encodeURIComponent(`Re: ${subject}`)}`;

const MessageArticle = ({ back, children }: { back: string; children: ReactNode }) => (
  <article className="letter" id="lettre" tabIndex={-1} aria-labelledby="lettre-titre">
    <Link className="strong-link letter__back" to={back}>
      <BackArrow />
      Tous les messages
    </Link>
    {children}
  </article>
);

type Props = {
  message: MessageView;
  isSending: boolean;
  retention: string;
  currentUrl: string;
  /** URL of the list without an open message. */
  back: string;
};

export function MessagePane({ message, isSending, retention, currentUrl, back }: Props) {
  const { id, name, emailText, subject, received, handledAt, mail, outcome } = message;
  const isDone = outcome !== null || isSending;
  return (
    <MessageArticle back={back}>
      <h2 id="lettre-titre" className={subject.length > LONG_SUBJECT ? "letter__subject--long" : undefined}>
        <bdi>{subject}</bdi>
      </h2>
      <dl>
        <dt>De</dt>
        <dd>
          <bdi>{name}</bdi>
        </dd>
        <dt>E-mail</dt>
        <dd>
          <a href={replyHref(message)}>
            <WrappingText text={emailText} />
          </a>
        </dd>
        <dt>Reçu le</dt>
        <dd>
          <time dateTime={received.iso}>{received.text}</time>
        </dd>
        <dt>État</dt>
        <dd className="list__states">
          {isDone ? (
            <InboxRowOutcomeText outcome={outcome} isSending={isSending} url={currentUrl} id={id} name={subject} />
          ) : (
            <HandledBadge handledAt={handledAt} />
          )}
        </dd>
        <dt>Transmis</dt>
        <dd className="list__states">
          <InboxEntryMailStatus mail={mail} currentUrl={currentUrl} id={id} from={name} />
        </dd>
      </dl>
      <p className="letter__text">{message.message}</p>
      <div className="row">
        <a className="btn btn--brique" href={replyHref(message)}>
          <Envelope />
          Répondre
        </a>
        {/* After an action, the message keeps the space of its buttons: a second tap must not undo the first. */}
        <div className={isDone ? "row done" : "row"} inert={isDone}>
          <HandleEntryButton
            currentUrl={currentUrl}
            id={id}
            handledAt={isDone ? null : handledAt}
            from={subject}
            retention={retention}
          />
          <DeleteButton
            action={currentUrl}
            intention="remove"
            id={id}
            name={subject}
            question="Êtes-vous sûr de vouloir supprimer ce message&nbsp;?"
            detail={`${subject}, ${name}`}
          />
        </div>
      </div>
    </MessageArticle>
  );
}

export const MissingMessage = ({ back }: { back: string }) => (
  <MessageArticle back={back}>
    <h2 id="lettre-titre">Ce message n’existe plus.</h2>
    <p>Quelqu’un du comité l’a supprimé, ou son temps de conservation est passé.</p>
  </MessageArticle>
);
