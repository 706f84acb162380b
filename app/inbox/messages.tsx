import { type RefObject, useEffect, useRef } from "react";
import { Link } from "react-router";
import { servicesContext } from "#app/contexts.ts";
import art from "#app/inbox/drawings/crete-messages.svg";
import { privateMeta } from "#app/layout/head/page-meta.ts";
import type { Handle } from "#app/route-handle.ts";
import { requireAdmin } from "#app/session/private-pages.ts";
import { ListRow } from "#app/ui/list/list-row.tsx";
import { TickBox } from "#app/ui/list/tick-boxes.tsx";
import type { Route } from "./+types/messages.ts";
import { inboxAction } from "./inbox-action.server.ts";
import { type MessageLine, messageLine, readList, viewMessage } from "./inbox-list.server.ts";
import { INBOX_LISTS, inboxUrl, retentionNote } from "./inbox-list.ts";
import { InboxScreen } from "./inbox-screen.tsx";
import { MessagePane, MissingMessage } from "./message-pane.tsx";

export const handle: Handle = { screen: true, unlisted: true };

export const middleware: Route.MiddlewareFunction[] = [requireAdmin];

export const meta = privateMeta(
  "Messages",
  "Les messages reçus par le formulaire de contact, leur état et leur export.",
);

export async function loader(args: Route.LoaderArgs) {
  const { frame, entries, mailLeaves } = await readList(args, "message");
  const requestedId = args.url.searchParams.get("id");
  const entry = requestedId ? await args.context.get(servicesContext).inbox.get(requestedId) : (entries[0] ?? null);
  return {
    frame,
    messages: entries.map(messageLine),
    /** Id of the message that phones show in place of the list. Null to show the list. */
    requestedId,
    opened: entry?.type === "message" ? viewMessage(entry, mailLeaves) : null,
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
  messages: readonly MessageLine[];
  open: string | undefined;
  focus: RefObject<HTMLUListElement | null>;
  urlOf: (id: string) => string;
};

const MessageList = ({ messages, open, focus, urlOf }: ListProps) => (
  <ul role="list" className="list list--messages" ref={focus}>
    {messages.map(({ id, name, subject, received, isNew }) => (
      <ListRow
        key={id}
        className={isNew ? "list__row--new" : undefined}
        lead={
          <TickBox ids={[id]} className="tick--entry">
            <span className="sr-only">Cocher {subject}</span>
          </TickBox>
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

export default function Messages({
  loaderData: { frame, messages, requestedId, opened },
  actionData,
}: Route.ComponentProps) {
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
      failed={actionData?.failed}
      currentUrl={urlOf(requestedId ?? undefined)}
      className={requestedId ? "reading--open" : ""}
      ids={messages.map(({ id }) => id)}
      empty={messages.length === 0 && !requestedId}
    >
      <div className="inbox">
        <MessageList messages={messages} open={opened?.id} focus={list} urlOf={urlOf} />
        <div className="inbox__reading">
          {opened ? (
            <MessagePane
              message={opened}
              retention={retentionNote(frame)}
              currentUrl={urlOf(requestedId ?? undefined)}
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
