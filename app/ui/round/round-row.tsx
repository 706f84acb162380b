import { type ReactNode, useEffect, useRef, useState } from "react";
import { Link, useRouteLoaderData } from "react-router";
import { FieldError } from "#app/ui/form/field.tsx";
import { useHydrated } from "#app/ui/form/use-hydrated.ts";
import { ListRow } from "#app/ui/list/list-row.tsx";
import { dayInZurich, instantInFrench } from "#domain/dates.ts";
import { messagingLinks, type RoundPhone } from "#domain/rounds/phones.ts";
import {
  addresseeFields,
  GROUP_ROW,
  type RoundKind,
  roundRowKey,
  TOUCH_LABELS,
  TOUCH_WAYS,
  type TouchWay,
} from "#domain/rounds/round.ts";
import { whatsAppLink } from "#domain/sharing/shared-message.ts";
import type { QueuedTouchState } from "./touch-queue.ts";
import type { RoundRowWithTouch } from "./use-round.ts";

type Props = {
  row: RoundRowWithTouch;
  kind: RoundKind;
  url: string;
  error: string | undefined;
  messageFor: (ofGuardian: boolean) => string;
  touch: (way: TouchWay) => void;
  takeBack: () => void;
};

/**
 * A row of a round. Keeps its place and its height: after a tap, a text replaces the links, and the undo button appears
 * in empty space.
 */
export function RoundRowListItem({ row, kind, url, error, messageFor, touch, takeBack }: Props) {
  const { member, name, about, touched, state, toGuardian } = row;
  const addressee = addresseeFields(row);
  const isGroup = roundRowKey(addressee) === GROUP_ROW;
  const [isCopied, setCopied] = useState(false);
  const hidden = (
    <>
      <input type="hidden" name="kind" value={kind} />
      {Object.entries(addressee).map(([field, value]) => (
        <input key={field} type="hidden" name={field} value={value} />
      ))}
    </>
  );
  return (
    <ListRow
      id={roundRowKey(addressee)}
      name={
        member === "" ? (
          <bdi className="list__name">{name}</bdi>
        ) : (
          <Link className="list__name" to={`/registre/${member}`}>
            <bdi>{name}</bdi>
          </Link>
        )
      }
      about={<Message about={about} text={messageFor(toGuardian)} />}
      actions={
        <>
          <Ways row={row} messageFor={messageFor} touch={touch} takeBack={takeBack} onCopied={() => setCopied(true)} />
          {!touched && (
            <noscript>
              <Recorded name={name} url={url} error={error} isGroup={isGroup}>
                {row.phones.map((phone) => (
                  <PhoneLinks key={phone.number} phone={phone} text={messageFor(phone.ofGuardian)} isLive />
                ))}
                {isGroup && <GroupLink text={messageFor(toGuardian)} isLive />}
                {hidden}
              </Recorded>
            </noscript>
          )}
        </>
      }
      outcome={touched && <Said touched={touched} state={state} isCopied={isCopied} />}
      undo={
        touched && (
          <form
            method="post"
            action={url}
            onSubmit={(event) => {
              event.preventDefault();
              setCopied(false);
              takeBack();
            }}
          >
            {hidden}
            <input type="hidden" name="way" value={touched.way} />
            <input type="hidden" name="at" value={touched.at} />
            <button className="strong-link" type="submit" name="intention" value="unsent">
              Pas envoyé<span className="sr-only">&nbsp;: {name}</span>
            </button>
          </form>
        )
      }
      more={!touched && state && UNTOUCHED[state] && <p>{UNTOUCHED[state]}</p>}
    />
  );
}

/** Texts of a row whose touch is not recorded yet, or was taken back. */
const NOT_YET = ", pas encore noté";
const TOUCHED = { sending: "", done: "", refused: "", waiting: NOT_YET, ended: NOT_YET, foreign: NOT_YET };
const NOT_TAKEN_BACK = "«\u00a0Pas envoyé\u00a0» n’est pas encore noté.";
const UNTOUCHED = {
  sending: "",
  done: "",
  refused: "Pas noté\u00a0: cette fiche, cette cotisation ou cette place n’existe plus.",
  waiting: NOT_TAKEN_BACK,
  ended: NOT_TAKEN_BACK,
  foreign: NOT_TAKEN_BACK,
};

/** A closed message is not rendered, because a list may have hundreds of rows. */
function Message({ about, text }: { about: string; text: string }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <details className="round__message" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>
        {about && <span>{about}</span>} <span className="round__show">Message</span>
      </summary>
      {isOpen ? (
        <p className="member__note">{text}</p>
      ) : (
        <noscript>
          <p className="member__note">{text}</p>
        </noscript>
      )}
    </details>
  );
}

type SaidProps = {
  touched: NonNullable<RoundRowWithTouch["touched"]>;
  state: QueuedTouchState | null;
  isCopied: boolean;
};

/** The text that replaces the links. Takes the focus from the tapped link, so that a second Enter does nothing. */
function Said({ touched: { way, at, by }, state, isCopied }: SaidProps) {
  const { account } = useRouteLoaderData("root") as { account: { id: string } | null };
  const said = useRef<HTMLSpanElement>(null);
  const isOfThisPage = useHydrated() && state !== null;
  const wasLoaded = useRef(!isOfThisPage);
  useEffect(() => {
    if (!wasLoaded.current) said.current?.focus({ preventScroll: true });
  }, []);
  const time = new Date(at);
  return (
    <span ref={said} className="round__said" tabIndex={-1}>
      <b>
        {TOUCH_LABELS[way]}, {instantInFrench(time, dayInZurich(time))}
      </b>
      {state && TOUCHED[state]}
      {isCopied && ", message copié\u00a0: il ne reste qu’à le coller"}
      {by && by.id !== account?.id && `, par ${by.name}`}
    </span>
  );
}

type WaysProps = Pick<Props, "row" | "messageFor" | "touch" | "takeBack"> & { onCopied: () => void };

function Ways({ row, messageFor, touch, takeBack, onCopied }: WaysProps) {
  const { name, phones, toGuardian } = row;
  const hydrated = useHydrated();
  const text = messageFor(toGuardian);
  const copy = () => navigator.clipboard.writeText(text).then(onCopied, takeBack);
  const share = () => {
    touch("shared");
    // Browsers open the share sheet only during the event of a tap.
    if (!navigator.share) return void copy();
    navigator.share({ text }).catch((error: unknown) => {
      const isCancelled = error instanceof DOMException && error.name === "AbortError";
      if (isCancelled) takeBack();
      else void copy();
    });
  };
  return (
    <div className="round__ways">
      {phones.map((phone) => (
        <PhoneLinks
          key={phone.number}
          phone={phone}
          text={messageFor(phone.ofGuardian)}
          isNamed={phones.length > 1 || phone.ofGuardian}
          isLive={hydrated}
          touch={touch}
        />
      ))}
      {roundRowKey(addresseeFields(row)) === GROUP_ROW && <GroupLink text={text} isLive={hydrated} touch={touch} />}
      <button className="btn btn--small btn--neige" type="button" disabled={!hydrated} onClick={share}>
        Partager<span className="sr-only">&nbsp;: {name}</span>
      </button>
    </div>
  );
}

type PhoneProps = {
  phone: RoundPhone;
  text: string;
  isNamed?: boolean;
  /** False before the script runs: a link would then open an app without recording a touch. */
  isLive: boolean;
  touch?: (way: TouchWay) => void;
};

function PhoneLinks({ phone, text, isNamed = true, isLive, touch }: PhoneProps) {
  const { sms, whatsapp } = messagingLinks(phone, text);
  const to = <span className="sr-only"> à {phone.name}</span>;
  return (
    <>
      {isNamed && (
        <span className="round__who">
          {phone.ofGuardian && "Parent\u00a0: "}
          <bdi>{phone.name}</bdi>
        </span>
      )}
      <a className="btn btn--small" href={isLive ? sms : undefined} onClick={() => touch?.("sms")}>
        SMS{to}
      </a>
      <a
        className="btn btn--small"
        href={isLive ? whatsapp : undefined}
        target="_blank"
        rel="noreferrer"
        onClick={() => touch?.("whatsapp")}
      >
        WhatsApp{to}
      </a>
    </>
  );
}

type GroupProps = Pick<PhoneProps, "isLive" | "touch"> & { text: string };

/** WhatsApp asks for the chat. */
const GroupLink = ({ text, isLive, touch }: GroupProps) => (
  <a
    className="btn btn--small"
    href={isLive ? whatsAppLink(text) : undefined}
    target="_blank"
    rel="noreferrer"
    onClick={() => touch?.("shared")}
  >
    WhatsApp<span className="sr-only">, dans le groupe</span>
  </a>
);

type RecordedProps = {
  name: string;
  url: string;
  error: string | undefined;
  isGroup: boolean;
  children: ReactNode;
};

/** Without JavaScript, the user records a touch with this form. */
const Recorded = ({ name, url, error, isGroup, children }: RecordedProps) => (
  <form className="round__recorded row" method="post" action={url}>
    {children}
    {isGroup ? (
      <input type="hidden" name="way" value={"shared" satisfies TouchWay} />
    ) : (
      <label>
        <span className="sr-only">{name}&nbsp;: </span>Envoyé{" "}
        <select name="way" required defaultValue="">
          <option value="">pas encore</option>
          {TOUCH_WAYS.map((way) => (
            <option key={way} value={way}>
              {WAY_CHOICES[way]}
            </option>
          ))}
        </select>
      </label>
    )}
    <button className="btn btn--small btn--brique" type="submit" name="intention" value="sent">
      C’est envoyé<span className="sr-only">&nbsp;: {name}</span>
    </button>
    <FieldError id={undefined} text={error} />
  </form>
);

const WAY_CHOICES: Record<TouchWay, string> = { sms: "par SMS", whatsapp: "par WhatsApp", shared: "par partage" };
