import { type RefObject, useEffect, useRef } from "react";
import { Link } from "react-router";
import { servicesContext } from "#app/contexts.ts";
import art from "#app/inbox/drawings/crete-messages.svg";
import { privateMeta } from "#app/layout/head/page-meta.ts";
import type { Handle } from "#app/route-handle.ts";
import { requireAdmin } from "#app/session/private-pages.ts";
import { useActedRows, useSteadyRows } from "#app/ui/list/acted-rows.ts";
import { INBOX_LISTS, inboxUrl, retentionNote } from "#app/ui/list/inbox-list.ts";
import { ListRow } from "#app/ui/list/list-row.tsx";
import type { Route } from "./+types/messages.ts";
import { InboxEntryTick, InboxRowOutcomeText } from "./entry-status.tsx";
import { inboxAction } from "./inbox-action.server.ts";
import { inboxRowOutcome, type MessageRow, readInboxList, viewMessage, viewMessageRow } from "./inbox-list.server.ts";
import { InboxScreen } from "./inbox-screen.tsx";
import { MessagePane, MissingMessage } from "./message-pane.tsx";

export const handle: Handle = { help: "retrouver-les-inscriptions", screen: true, unlisted: true };

export const middleware: Route.MiddlewareFunction[] = [requireAdmin];

export const meta = privateMeta(
  "Messages",
  "Les messages reçus par le formulaire de contact, leur état et leur export.",
);

export async function loader(args: Route.LoaderArgs) {
  const { frame, entries, acted, day, mailLeaves } = await readInboxList(args, "message");
  const requestedId = args.url.searchParams.get("id");
  const entry = requestedId
    ? await args.context.get(servicesContext).inbox.get(requestedId)
    : (entries.find(({ id }) => !acted.has(id)) ?? null);
  return {
    frame,
    messages: entries.map((one) => viewMessageRow(one, inboxRowOutcome(acted.get(one.id), day))),
    /** Id of the message that phones show in place of the list. Null to show the list. */
    requestedId,
    opened:
      entry?.type === "message" ? viewMessage(entry, inboxRowOutcome(acted.get(entry.id), day), mailLeaves) : null,
  };
}

export const action = (args: Route.ActionArgs) => inboxAction(args, "message");

export { clientAction } from "#app/ui/form/client-action.ts";

/** On phones, the message replaces the list with the focused link: move the focus to the message. */
function useFocusOnMessage(requestedId: string | null) {
  const list = useRef<HTMLUListElement>(null);
  const previous = useRef(requestedId);
  useEffect(() => {
    if (previous.current === requestedId) return;
    previous.current = requestedId;
    const hidden = list.current?.offsetParent === null;
    if (requestedId && hidden) document.getElementById("lettre")?.focus();
  }, [requestedId]);
  return list;
}

type ListProps = {
  messages: readonly MessageRow[];
  open: string | undefined;
  focus: RefObject<HTMLUListElement | null>;
  urlOf: (id: string) => string;
  currentUrl: string;
  isSending: (id: string) => boolean;
};

const MessageList = ({ messages, open, focus, urlOf, currentUrl, isSending }: ListProps) => (
  <ul role="list" className="list list--messages" ref={focus}>
    {messages.map(({ id, name, subject, received, isNew, outcome }) => (
      <ListRow
        key={id}
        id={id}
        className={outcome ? "list__row--done" : isNew ? "list__row--new" : undefined}
        lead={<InboxEntryTick id={id} name={subject} isDone={outcome !== null || isSending(id)} />}
        undo={
          (outcome || isSending(id)) && (
            <InboxRowOutcomeText outcome={outcome} isSending={isSending(id)} url={currentUrl} id={id} name={subject} />
          )
        }
        name={
          <Link to={`${urlOf(id)}#lettre`} aria-current={id === open ? "true" : undefined}>
            <b>
              <bdi>{subject}</bdi>
              {isNew && <span className="sr-only"> (nouveau)</span>}
            </b>
            <span>
              <bdi>{name}</bdi>
            </span>
            <time dateTime={received.iso}>{received.text}</time>
          </Link>
        }
      />
    ))}
  </ul>
);

export default function MessagesPage({ loaderData, actionData }: Route.ComponentProps) {
  const { frame, requestedId, opened } = loaderData;
  const messages = useSteadyRows(loaderData.messages);
  const { url, isSending } = useActedRows(frame.url);
  const list = useFocusOnMessage(requestedId);
  const urlOf = (id?: string) => inboxUrl(INBOX_LISTS.message.path, frame.view, id);
  return (
    <InboxScreen
      type="message"
      frame={frame}
      style="azur"
      art={art}
      title="Messages"
      search={{ label: "Chercher dans les messages", example: "Sujet, nom, mot" }}
      result={actionData ?? {}}
      currentUrl={url}
      className={requestedId ? "reading--open" : ""}
      ids={messages.filter(({ outcome }) => outcome === null).map(({ id }) => id)}
      empty={messages.length === 0 && !requestedId}
    >
      <div className="inbox">
        <MessageList
          messages={messages}
          open={opened?.id}
          focus={list}
          urlOf={urlOf}
          currentUrl={url}
          isSending={isSending}
        />
        <div className="inbox__reading">
          {opened ? (
            <MessagePane
              message={opened}
              isSending={isSending(opened.id)}
              retention={retentionNote(frame)}
              currentUrl={url}
              back={urlOf()}
            />
          ) : (
            <MissingMessage back={urlOf()} />
          )}
        </div>
      </div>
    </InboxScreen>
  );
}
