import { LinkedContactText } from "#app/ui/contact-text.tsx";
import { eventUrl } from "#app/ui/event-url.ts";
import { RichText } from "#app/ui/rich-text.tsx";
import { answersInFrench } from "#domain/mail/mailing-letter.ts";
import type { RichTextBlock } from "#domain/text/rich-text.ts";

type Props = {
  mailing: {
    readonly blocks: readonly RichTextBlock[];
    readonly answersTo: string;
    /** Id of an event that visitors may see. Null for none. */
    readonly event: string | null;
  };
};

/** The words of a mailing, whom to answer, and the way to its event. */
export const MailingText = ({ mailing: { blocks, answersTo, event } }: Props) => (
  <div className="mailing-text">
    <RichText blocks={blocks} />
    {answersTo && (
      <p>
        <LinkedContactText text={answersInFrench(answersTo)} />
      </p>
    )}
    {event !== null && (
      <p>
        <a className="strong-link" href={eventUrl(event)}>
          Voir l’événement
        </a>
      </p>
    )}
  </div>
);
