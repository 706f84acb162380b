import { type ReactNode, useEffect, useRef, useState } from "react";
import { Link, useRouteLoaderData } from "react-router";
import { FieldError } from "#app/ui/form/field.tsx";
import { useHydrated } from "#app/ui/form/use-hydrated.ts";
import { ListRow } from "#app/ui/list/list-row.tsx";
import { timeInFrench } from "#domain/dates.ts";
import { phoneLinks } from "#domain/fees/sending.ts";
import { type RoundKind, type RoundPhone, TOUCH_LABELS, TOUCH_WAYS, type TouchWay } from "#domain/rounds/round.ts";
import type { ShownRow } from "./use-round.ts";

type Props = {
  row: ShownRow;
  kind: RoundKind;
  url: string;
  error: string | undefined;
  messageFor: (ofGuardian: boolean) => string;
  touch: (way: TouchWay) => void;
  takeBack: () => void;
};

/** Keeps its place and its height: what was done replaces the links, and the undo is where nothing was. */
export function RoundRowItem({ row, kind, url, error, messageFor, touch, takeBack }: Props) {
  const { member, fees, name, about, touched, toGuardian } = row;
  const hidden = (
    <>
      <input type="hidden" name="kind" value={kind} />
      <input type="hidden" name="member" value={member} />
      <input type="hidden" name="fees" value={fees.join(" ")} />
    </>
  );
  return (
    <ListRow
      id={`m-${member}`}
      name={
        <Link className="list__name" to={`/registre/${member}`}>
          <bdi>{name}</bdi>
        </Link>
      }
      about={<Message about={about} text={messageFor(toGuardian)} />}
      actions={
        <div className="round__place">
          <div className="round__ways" inert={touched !== null}>
            <Ways row={row} messageFor={messageFor} touch={touch} takeBack={takeBack} />
          </div>
          <Said row={row} />
          {!touched && (
            <noscript>
              <Recorded name={name} url={url} error={error}>
                {row.phones.map((phone) => (
                  <PhoneLinks key={phone.number} phone={phone} text={messageFor(phone.ofGuardian)} isLive />
                ))}
                {hidden}
              </Recorded>
            </noscript>
          )}
        </div>
      }
      outcome={
        touched && (
          <form
            method="post"
            action={url}
            onSubmit={(event) => {
              event.preventDefault();
              takeBack();
            }}
          >
            {hidden}
            <input type="hidden" name="way" value={touched.way} />
            <input type="hidden" name="at" value={touched.at} />
            <button className="link-button" type="submit" name="intention" value="unsent">
              Pas envoyé<span className="sr-only">&nbsp;: {name}</span>
            </button>
          </form>
        )
      }
    />
  );
}

/** A closed message is no element of the page: a list may have hundreds of rows. */
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

const STATES = {
  sending: "",
  done: "",
  waiting: ", pas encore noté",
  ended: ", pas encore noté",
  refused: "",
};

/** In place of the links. Takes the focus from the touched link, so that a second Enter does nothing. */
function Said({ row: { touched, state } }: { row: ShownRow }) {
  const { account } = useRouteLoaderData("root") as { account: { id: string } | null };
  const said = useRef<HTMLParagraphElement>(null);
  const hydrated = useHydrated();
  const isTouched = touched !== null;
  const wasTouched = useRef(isTouched);
  useEffect(() => {
    if (isTouched && !wasTouched.current && state !== null) said.current?.focus({ preventScroll: true });
    wasTouched.current = isTouched;
  }, [isTouched, state]);
  return (
    <p ref={said} className="round__said" role="status" tabIndex={-1}>
      {touched && (
        <>
          <b>
            {TOUCH_LABELS[touched.way]}, {timeInFrench(new Date(touched.at))}
          </b>
          {hydrated && state && STATES[state]}
          {touched.by && touched.by.id !== account?.id && `, par ${touched.by.name}`}
        </>
      )}
      {!touched && state === "refused" && "Pas noté\u00a0: cette fiche ou cette cotisation n’existe plus."}
      {!touched && (state === "waiting" || state === "ended") && "Pas encore noté."}
    </p>
  );
}

type WaysProps = Pick<Props, "row" | "messageFor" | "touch" | "takeBack">;

function Ways({ row: { name, phones, toGuardian }, messageFor, touch, takeBack }: WaysProps) {
  const hydrated = useHydrated();
  const [isCopied, setCopied] = useState(false);
  const text = messageFor(toGuardian);
  const copy = () => navigator.clipboard.writeText(text).then(() => setCopied(true));
  const share = () => {
    touch("shared");
    // The share sheet opens only inside the tap.
    if (!navigator.share) return void copy().catch(takeBack);
    navigator.share({ text }).catch((error: unknown) => {
      const isCancelled = error instanceof DOMException && error.name === "AbortError";
      if (isCancelled) takeBack();
      else copy().catch(takeBack);
    });
  };
  return (
    <>
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
      <button className="btn btn--small btn--neige" type="button" disabled={!hydrated} onClick={share}>
        Partager<span className="sr-only">&nbsp;: {name}</span>
      </button>
      <span className="sr-only" role="status">
        {isCopied && "Message copié\u00a0: il ne reste qu’à le coller."}
      </span>
    </>
  );
}

type PhoneProps = {
  phone: RoundPhone;
  text: string;
  isNamed?: boolean;
  /** Before the script runs, a link would open an app without a record. */
  isLive: boolean;
  touch?: (way: TouchWay) => void;
};

function PhoneLinks({ phone, text, isNamed = true, isLive, touch }: PhoneProps) {
  const { sms, whatsapp } = phoneLinks(phone, text);
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

type RecordedProps = { name: string; url: string; error: string | undefined; children: ReactNode };

/** Without JavaScript. */
const Recorded = ({ name, url, error, children }: RecordedProps) => (
  <form className="round__recorded row" method="post" action={url}>
    {children}
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
    <button className="btn btn--small btn--brique" type="submit" name="intention" value="sent">
      C’est envoyé<span className="sr-only">&nbsp;: {name}</span>
    </button>
    <FieldError id={undefined} text={error} />
  </form>
);

const WAY_CHOICES: Record<TouchWay, string> = { sms: "par SMS", whatsapp: "par WhatsApp", shared: "par partage" };
