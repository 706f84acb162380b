import { Fragment } from "react";
import { Form, Link } from "react-router";
import { ActionButton } from "#app/ui/action-button.tsx";
import { WrappingText } from "#app/ui/breakable.tsx";
import { useDialogIdInUrl } from "#app/ui/confirm-button.tsx";
import { ConsentSwitch } from "#app/ui/consent-switch.tsx";
import { DeleteButton, deleteDialogId } from "#app/ui/delete-button.tsx";
import Tick from "#app/ui/drawings/sign-tick.svg?drawing";
import Triangle from "#app/ui/drawings/sign-warning.svg?drawing";
import { acceptOneSignUpUrl, type InboxListView, REFUSAL_REASON_MAX } from "#app/ui/list/inbox-list.ts";
import { ListRow } from "#app/ui/list/list-row.tsx";
import { withPreposition } from "#domain/text/elision.ts";
import {
  HandledBadge,
  HandleEntryButton,
  InboxEntryMailStatus,
  InboxEntryTick,
  InboxRowOutcomeText,
} from "./entry-status.tsx";
import type { SignUpView } from "./inbox-list.server.ts";

type Props = {
  signUp: SignUpView;
  view: InboxListView;
  currentUrl: string;
  isSending: boolean;
  retention: string;
  /** True if the URL contains the id of this sign-up. The row is then expanded. */
  targeted: boolean;
};

/** A longer name has a smaller font. */
const LONG_NAME = 60;

function Summary({ signUp, view, isDone }: Pick<Props, "signUp" | "view"> & { isDone: boolean }) {
  const { id, name, age, minor, birthDate, handledAt, mail, duplicate, birthDateToVerify, decision } = signUp;
  // After an action, the row keeps the space of its buttons: a second tap must hit none of them.
  const actions = isDone ? { className: "done", inert: true } : {};
  return (
    <>
      <span>
        {age} ans, <span className="sr-only">date de naissance </span>
        {birthDate}
        {birthDateToVerify && (
          <span className="sign-up__brief sign-up__doubt">
            <Triangle />à vérifier
          </span>
        )}
      </span>
      {minor && <b className="minor">Moins de 18&nbsp;ans</b>}
      {mail.state === "echec" && (
        <span className="badge badge--failure sign-up__brief">
          <Triangle />
          Échec
        </span>
      )}
      {handledAt === null && !isDone && (
        <span className="sign-up__brief">
          <HandledBadge handledAt={null} feminine />
        </span>
      )}
      {decision?.is === "refused" && !isDone && <span className="sign-up__brief">Refusée</span>}
      {decision?.is === "accepted" && (
        <Link className="strong-link" to={`/registre/accepter/${id}`}>
          Au registre<span className="sr-only">&nbsp;: {name}</span>
        </Link>
      )}
      {(isDone ? decision?.is !== "accepted" : decision === null) && !isDoubtful(signUp) && (
        <span {...actions}>
          <AcceptLink id={id} name={name} view={view} />
        </span>
      )}
      {duplicate && (
        <Form method="post" action="/inscriptions" {...actions}>
          <input type="hidden" name="intention" value="search" />
          <input type="hidden" name="q" value={`${birthDate} ${name}`} />
          <button type="submit" className="link-button">
            En double<span className="sr-only">&nbsp;: voir les inscriptions {withPreposition(name)}</span>
          </button>
        </Form>
      )}
    </>
  );
}

export function SignUpRow({ signUp, view, currentUrl, isSending, retention, targeted }: Props) {
  const { id, name, phone, phoneHref, address, contactDetails, received, handledAt, mail, charter, outcome } = signUp;
  const isQuestionOpen = useDialogIdInUrl() === deleteDialogId(id);
  const isDone = outcome !== null || isSending;
  return (
    <ListRow
      id={id}
      className={rowClass(signUp, targeted, isDone)}
      lead={<InboxEntryTick id={id} name={name} isDone={isDone} />}
      name={
        <h2 className={name.length > LONG_NAME ? "list__name--long" : undefined}>
          <bdi>{name}</bdi>
        </h2>
      }
      about={<Summary signUp={signUp} view={view} isDone={isDone} />}
      undo={
        isDone && <InboxRowOutcomeText outcome={outcome} isSending={isSending} url={currentUrl} id={id} name={name} />
      }
    >
      <details className="sign-up__fold" open={targeted || isQuestionOpen}>
        <summary>
          <span className="sr-only">Détails {withPreposition(name)}</span>
        </summary>
        <div className="sign-up__more">
          {!isDone && <BirthDateToVerify signUp={signUp} currentUrl={currentUrl} />}
          <dl>
            <dt>Téléphone</dt>
            <dd>{phoneHref ? <a href={phoneHref}>{phone}</a> : phone}</dd>
            <dt>Adresse</dt>
            <dd>
              <WrappingText text={address} isAddress />
            </dd>
            {contactDetails.map(({ label, text, href }) => (
              <Fragment key={label}>
                <dt>{label}</dt>
                <dd>{href ? <a href={href}>{text}</a> : <bdi>{text}</bdi>}</dd>
              </Fragment>
            ))}
          </dl>
          <dl>
            <dt>Reçue le</dt>
            <dd>
              <time dateTime={received.iso}>{received.text}</time>
            </dd>
            {charter !== null && (
              <>
                <dt>Acceptée</dt>
                <dd>
                  <Link to={`/textes/charte/historique?texte=${charter.revision}`}>Charte du {charter.day}</Link>
                </dd>
              </>
            )}
          </dl>
          <div className="list__states">
            {!isDone && <HandledBadge handledAt={handledAt} feminine />}
            <InboxEntryMailStatus mail={mail} currentUrl={currentUrl} id={id} from={name} />
            <div inert={isDone} className={isDone ? "list__states done" : "list__states"}>
              <Decision signUp={signUp} view={view} currentUrl={currentUrl} />
            </div>
          </div>
          <ConsentSwitch consent={signUp.consent} action={currentUrl} id={id} name={name} />
          <div className={isDone ? "list__actions row done" : "list__actions row"} inert={isDone}>
            {(isDone || signUp.decision?.is !== "accepted") && (
              <HandleEntryButton
                feminine
                currentUrl={currentUrl}
                id={id}
                handledAt={isDone ? null : handledAt}
                from={name}
                retention={retention}
              />
            )}
            <DeleteButton
              action={currentUrl}
              intention="remove"
              iconOnly
              id={id}
              name={name}
              question="Êtes-vous sûr de vouloir supprimer cette inscription&nbsp;?"
              detail={name}
            />
          </div>
        </div>
      </details>
    </ListRow>
  );
}

type ActionProps = Pick<Props, "signUp" | "currentUrl">;

function rowClass({ handledAt }: SignUpView, targeted: boolean, isDone: boolean): string {
  const isNew = handledAt === null && !isDone;
  return [isNew && "list__row--new", isDone && "list__row--done", targeted && "list__row--aimed"]
    .filter(Boolean)
    .join(" ");
}

const AcceptLink = ({ id, name, view }: Pick<SignUpView, "id" | "name"> & Pick<Props, "view">) => (
  <Link className="btn btn--small sign-up__accept" to={acceptOneSignUpUrl([id], view)}>
    Accepter<span className="sr-only"> {name}</span>
  </Link>
);

/** The committee must read the details of a doubtful sign-up before accepting. */
const isDoubtful = ({ birthDateToVerify, duplicate }: Pick<SignUpView, "birthDateToVerify" | "duplicate">): boolean =>
  birthDateToVerify || duplicate;

function Decision({ signUp, view, currentUrl }: ActionProps & Pick<Props, "view">) {
  const { id, name, decision } = signUp;
  if (decision?.is === "accepted") return null;
  if (decision)
    return (
      <p>
        Refusée{decision.reason && "\u00a0: "}
        <bdi>{decision.reason}</bdi>
      </p>
    );
  return (
    <>
      {isDoubtful(signUp) && <AcceptLink id={id} name={name} view={view} />}
      <details className="sign-up__refusal">
        <summary className="strong-link">
          Refuser<span className="sr-only"> {name}</span>
        </summary>
        <Form className="form" method="post" action={currentUrl} preventScrollReset>
          <input type="hidden" name="id" value={id} />
          <div className="field">
            <label htmlFor={`raison-${id}`}>Raison (facultative)</label>
            <input id={`raison-${id}`} name="reason" type="text" maxLength={REFUSAL_REASON_MAX} autoComplete="off" />
          </div>
          <button className="btn btn--small btn--neige" type="submit" name="intention" value="refuse">
            Refuser<span className="sr-only"> {name}</span>
          </button>
        </Form>
      </details>
    </>
  );
}

function BirthDateToVerify({ signUp: { id, name, birthDate, birthDateToVerify }, currentUrl }: ActionProps) {
  if (!birthDateToVerify) return null;
  return (
    <div className="sign-up__birth-date row">
      <p>
        <Triangle />
        <span>
          <b>Né·e le {birthDate}</b>, date proposée par le formulaire&nbsp;: à vérifier
        </span>
      </p>
      <ActionButton action={currentUrl} id={id} intention="verify-birth-date" className="btn btn--small btn--neige">
        <Tick />
        Date de naissance vérifiée
        <span className="sr-only">&nbsp;: {name}</span>
      </ActionButton>
    </div>
  );
}
