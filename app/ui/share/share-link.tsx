import Share from "#app/ui/drawings/sign-share.svg?drawing";
import { messageWithLink, type SharedMessage, whatsAppLink } from "#domain/sharing/shared-message.ts";

/** Visitors share the page: its name and its address, also a path. The committee sends a message to its group chat. */
type Shared = SharedMessage | { readonly title: string; readonly url: string; readonly text?: never };

type Props = {
  shared: Shared;
  className?: string;
  /** Without script, shows the message in a field, to copy by hand. */
  hasField?: boolean;
};

/** app/browser/share.ts opens the share sheet or copies. Without script, the link opens the page or WhatsApp. */
export function ShareMessageLink({ shared, className = "share", hasField }: Props) {
  const { title, text, url } = shared;
  const message = text === undefined ? null : messageWithLink(shared);
  const way =
    message === null
      ? { href: url }
      : {
          href: whatsAppLink(message),
          target: "_blank",
          rel: "noreferrer",
          "data-share-text": text,
          "data-share-url": url,
        };
  return (
    <>
      <a className={className} data-share={title} {...way}>
        <Share />
        {message === null ? (
          "Partager"
        ) : (
          <span>
            Envoyer<span className="share__where"> dans le groupe</span>
          </span>
        )}
        <span className="sr-only">
          {message === null ? " " : "\u00a0: "}
          {title}
        </span>
      </a>
      <p className="share-said" role="status" data-share-said />
      {hasField && message !== null && (
        <noscript className="share-field">
          <textarea
            readOnly
            rows={message.split("\n").length + 1}
            aria-label="Message à copier"
            defaultValue={message}
          />
        </noscript>
      )}
    </>
  );
}
