import { MailingText } from "#app/ui/mailing-text.tsx";
import { StateSwitch } from "#app/ui/state-switch.tsx";
import { STILL_SENT_SENTENCE } from "#domain/mailings/delivery-words.ts";
import { mailingAnchor } from "#domain/mailings/reader-urls.ts";
import type { FormOfAddress } from "#domain/rounds/audience.ts";
import type { MessageView } from "./messages.server.ts";

/** Of the newest messages the words are open. */
const OPEN = 3;

/** The messages to a person, newest first. Absent without one. */
export const MessagesSection = ({ messages }: { messages: readonly MessageView[] }) =>
  messages.length > 0 && (
    <section aria-labelledby="messages">
      <h2 id="messages">Messages</h2>
      {messages.map((message, nth) => (
        <Message key={message.id} message={message} isOlder={nth >= OPEN} />
      ))}
    </section>
  );

/** An SMS leads to the anchor. */
function Message({ message, isOlder }: { message: MessageView; isOlder: boolean }) {
  const { id, subject, kicker, sent } = message;
  const anchor = mailingAnchor(id);
  return (
    <article className={isOlder ? "own-message own-message--older" : "own-message"} id={anchor}>
      <h3>{isOlder ? <a href={`#${anchor}`}>{subject}</a> : <bdi>{subject}</bdi>}</h3>
      <p>
        <bdi>{kicker}</bdi>
        {sent && `. ${sent}`}
      </p>
      <MailingText mailing={message} />
    </article>
  );
}

const STOPPED: Record<FormOfAddress, string> = {
  tu: "Tu ne les reçois plus depuis le",
  vous: "Vous ne les recevez plus depuis le",
};

/** `since`: when the member opted out, in French; null if the member gets infos. */
type Props = { since: string | null; page: string; id: string; name: string; address: FormOfAddress };

export const InfosSwitch = ({ since, page, id, name, address }: Props) => (
  <section id="informations" aria-labelledby="informations-titre">
    <h2 id="informations-titre">Informations de la Jeunesse</h2>
    <StateSwitch
      isOn={since === null}
      label="Recevoir les informations"
      offLabel="Ne plus les recevoir"
      on="infos-on"
      off="infos-off"
      action={page}
      id={id}
      name={name}
    >
      <p>
        {since && `${STOPPED[address]} ${since}. `}
        {STILL_SENT_SENTENCE}
      </p>
    </StateSwitch>
  </section>
);
