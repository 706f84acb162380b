import { Form } from "react-router";
import { ActionButton } from "#app/ui/action-button.tsx";
import { useOpenQuestion } from "#app/ui/confirm-button.tsx";
import { DeleteButton, dialogId } from "#app/ui/delete-button.tsx";
import Tick from "#app/ui/drawings/sign-tick.svg?drawing";
import Triangle from "#app/ui/drawings/sign-warning.svg?drawing";
import { TickBox } from "./bulk-actions.tsx";
import { HandleButton, MailStatus, StateBadge } from "./entry-status.tsx";
import type { SignUpView } from "./inbox-list.ts";

type Props = {
  signUp: SignUpView;
  /** URL of the list as it is shown. */
  currentUrl: string;
  retention: string;
  /** The URL contains this sign-up's id, for example in a link from a mail: the row is expanded. */
  targeted: boolean;
};

/** Characters from which a name has a smaller font. */
const LONG_NAME = 60;

/** The parental consent form, and a switch for whether the signed form has arrived. */
function ConsentForm({ signUp: { id, name, minor, consentFormReceivedAt }, currentUrl }: ActionProps) {
  if (!minor && consentFormReceivedAt === null) return <span />;
  const received = consentFormReceivedAt !== null;
  return (
    <div className="record__consent">
      <ActionButton
        action={currentUrl}
        id={id}
        intention={received ? "consent-missing" : "consent-received"}
        className="switch"
        aria-pressed={received}
      >
        <i aria-hidden="true" />
        <span>
          Autorisation signée reçue{received && ` le ${consentFormReceivedAt}`}
          <span className="sr-only"> pour {name}</span>
        </span>
      </ActionButton>
      {minor && (
        <a className="strong-link" href={`/autorisation/${id}`}>
          Autorisation parentale (PDF)<span className="sr-only"> pour {name}</span>
        </a>
      )}
    </div>
  );
}

/** The part of a sign-up that is always visible. */
function Summary({
  signUp: { id, name, age, minor, birthDate, handledAt, mail, duplicate, birthDateToVerify },
}: Pick<Props, "signUp">) {
  return (
    <div className="record__who">
      <TickBox ids={[id]} className="tick--entry">
        <span className="sr-only">Cocher {name}</span>
      </TickBox>
      <h2 className={name.length > LONG_NAME ? "record__name--long" : undefined}>
        <bdi>{name}</bdi>
      </h2>
      <div>
        <span>
          {age} ans, <span className="sr-only">date de naissance </span>
          {birthDate}
          {birthDateToVerify && (
            <span className="record__brief record__doubt">
              <Triangle />à vérifier
            </span>
          )}
        </span>
        {minor && <b className="minor">Mineur</b>}
        {mail.state === "echec" && (
          <span className="badge badge--failure record__brief">
            <Triangle />
            Échec
          </span>
        )}
        {handledAt === null && (
          <span className="record__brief">
            <StateBadge handledAt={null} feminine />
          </span>
        )}
        {duplicate && (
          <Form method="post" action="/inscriptions">
            <input type="hidden" name="intention" value="search" />
            <input type="hidden" name="q" value={`${birthDate} ${name}`} />
            <button type="submit" className="link-button">
              En double<span className="sr-only">&nbsp;: voir les inscriptions de {name}</span>
            </button>
          </Form>
        )}
      </div>
    </div>
  );
}

/** One sign-up: an expandable card on phones, a row of the table on desktops. */
export function SignUpRow({ signUp, currentUrl, retention, targeted }: Props) {
  const { id, name, phone, phoneHref, address, received, handledAt, mail } = signUp;
  const isQuestionOpen = useOpenQuestion() === dialogId(id);
  return (
    <li className={handledAt === null ? "record record--new" : "record"} id={targeted ? "visee" : undefined}>
      <Summary signUp={signUp} />
      <details className="record__fold" open={targeted || isQuestionOpen}>
        <summary>
          <span className="sr-only">Détails de {name}</span>
        </summary>
        <div className="record__more">
          <BirthDateToVerify signUp={signUp} currentUrl={currentUrl} />
          <dl>
            <dt>Téléphone</dt>
            <dd>
              <a href={phoneHref}>{phone}</a>
            </dd>
            <dt>Adresse</dt>
            <dd>
              <bdi>{address}</bdi>
            </dd>
          </dl>
          <dl>
            <dt>Reçue le</dt>
            <dd>
              <time dateTime={received.iso}>{received.text}</time>
            </dd>
          </dl>
          <div className="record__states">
            <StateBadge handledAt={handledAt} feminine />
            <MailStatus mail={mail} currentUrl={currentUrl} id={id} from={name} />
          </div>
          <ConsentForm signUp={signUp} currentUrl={currentUrl} />
          <div className="record__actions row">
            <HandleButton
              feminine
              currentUrl={currentUrl}
              id={id}
              handledAt={handledAt}
              from={name}
              retention={retention}
            />
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
    </li>
  );
}

type ActionProps = Pick<Props, "signUp" | "currentUrl">;

/** Marks a birth date that the form proposed, until the committee has verified it. */
function BirthDateToVerify({ signUp: { id, name, birthDate, birthDateToVerify }, currentUrl }: ActionProps) {
  if (!birthDateToVerify) return null;
  return (
    <div className="record__birth-date row">
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
