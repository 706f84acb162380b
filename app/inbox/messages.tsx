import { type RefObject, useEffect, useRef } from "react";
import { Link } from "react-router";
import { Banner } from "#app/chrome/banner.tsx";
import { privateMeta } from "#app/chrome/head/page-meta.ts";
import { requireAdmin } from "#app/chrome/session/private-pages.ts";
import { DeletionNotice as BinNotice } from "#app/chrome/toasts/deletion-notice.tsx";
import { servicesContext } from "#app/contexts.ts";
import { FaultNotice } from "#app/forms/fault-notice.tsx";
import { runSafely } from "#app/forms/run-safely.ts";
import art from "#app/inbox/drawings/crete-messages.svg";
import type { Handle } from "#app/route-handle.ts";
import type { Route } from "./+types/messages.ts";
import { DeletionNotice, EmptyList, ListCount, ListPages, ListTools } from "./inbox-frame.tsx";
import { act, messageLine, readList, viewMessage } from "./inbox-list.server.ts";
import { addressOf, MESSAGE_CHOICES, type MessageLine } from "./inbox-list.ts";
import { MessagePane, MissingMessage } from "./message-pane.tsx";

export const handle: Handle = { screen: true, unlisted: true };

export const middleware: Route.MiddlewareFunction[] = [requireAdmin];

export const meta: Route.MetaFunction = (args) =>
  privateMeta("Messages", "Les messages reçus par le formulaire de contact, leur état et leur export.", args);

export async function loader(args: Route.LoaderArgs) {
  const { frame, entries, mailLeaves } = await readList(args, "message", MESSAGE_CHOICES);
  const requested = args.url.searchParams.get("id");
  const entry = requested ? await args.context.get(servicesContext).inbox.get(requested) : (entries[0] ?? null);
  return {
    frame,
    messages: entries.map(messageLine),
    /** Named in the address; on a phone it then stands alone. */
    requested,
    opened: entry?.type === "message" ? viewMessage(entry, mailLeaves) : null,
  };
}

export const action = (args: Route.ActionArgs) => act(args, "message", MESSAGE_CHOICES);

export const clientAction = ({ serverAction }: Route.ClientActionArgs) => runSafely(serverAction);

/** Where the opened message replaces the list, focus goes along: the link that had it is gone. */
function useFocusOnMessage(requested: string | null) {
  const list = useRef<HTMLUListElement>(null);
  const before = useRef(requested);
  useEffect(() => {
    if (before.current === requested) return;
    before.current = requested;
    const hidden = list.current?.offsetParent === null;
    if (requested && hidden) document.getElementById("lettre")?.focus();
  }, [requested]);
  return list;
}

type ListProps = {
  messages: readonly MessageLine[];
  /** Id of the one that is read. */
  open: string | undefined;
  focus: RefObject<HTMLUListElement | null>;
  addressOf: (id: string) => string;
};

const MessageList = ({ messages, open, focus, addressOf }: ListProps) => (
  <ul role="list" className="inbox__list" ref={focus}>
    {messages.map(({ id, name, subject, received, isNew }) => (
      <li key={id}>
        <Link
          className={isNew ? "unread" : undefined}
          to={`${addressOf(id)}#lettre`}
          aria-current={id === open ? "true" : undefined}
        >
          <b>
            <bdi>{subject}</bdi>
            {isNew && <span className="sr-only"> (nouveau)</span>}
          </b>
          <span>
            <bdi>{name}</bdi>
          </span>
          <time dateTime={received.iso}>{received.text}</time>
        </Link>
      </li>
    ))}
  </ul>
);

export default function Messages({
  loaderData: { frame, messages, requested, opened },
  actionData,
}: Route.ComponentProps) {
  const list = useFocusOnMessage(requested);
  const address = (id?: string) => addressOf("/messages", frame.view, id);
  return (
    <main id="contenu">
      <Banner bottom style="azur" art={art} title="Messages">
        <ListCount frame={frame} />
      </Banner>
      <BinNotice />
      <div className={requested ? "page-frame reading--open" : "page-frame"}>
        <ListTools
          path="/messages"
          frame={frame}
          choices={MESSAGE_CHOICES}
          label="Chercher dans les messages"
          example="Sujet, nom, mot"
        />
        {actionData?.failed && (
          <FaultNotice title="Rien n’a été changé." text="Le site n’a pas pu le faire. Réessayez dans un instant." />
        )}
        <DeletionNotice deletion={frame.deletion} />
        {messages.length === 0 && !requested ? (
          <EmptyList frame={frame} />
        ) : (
          <div className="inbox">
            <MessageList messages={messages} open={opened?.id} focus={list} addressOf={address} />
            <div className="inbox__reading">
              {opened ? (
                <MessagePane message={opened} here={address(requested ?? undefined)} back={address()} />
              ) : (
                <MissingMessage back={address()} />
              )}
            </div>
          </div>
        )}
        <ListPages path="/messages" frame={frame} />
      </div>
    </main>
  );
}
