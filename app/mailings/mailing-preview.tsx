import { type ReactNode, useEffect, useRef } from "react";
import { MailingText } from "#app/ui/mailing-text.tsx";
import type { WayCounts } from "#domain/mailings/ways.ts";
import type { MailingPreview } from "./write-view.server.ts";

export const PREVIEW_ID = "apercu";

type Props = { preview: MailingPreview; canMail: boolean; counts: WayCounts };

/** What each person will see, by way. */
export function MailingPreviewSection({ preview, canMail, counts }: Props) {
  const { shown, messages, groupPage } = preview;
  const section = useRef<HTMLElement>(null);
  useEffect(() => {
    if (preview) section.current?.focus();
  }, [preview]);
  return (
    <section className="write__preview" id={PREVIEW_ID} aria-labelledby="titre-apercu" ref={section} tabIndex={-1}>
      <h2 id="titre-apercu">Aperçu</h2>
      {canMail && (
        <Way title="Par e-mail" open>
          <Shown shown={shown}>
            {shown.kind === "info" && <p className="write__small">Ne plus recevoir les informations</p>}
          </Shown>
        </Way>
      )}
      {messages.length > 0 && (
        <Way title="Par SMS ou WhatsApp" open>
          {messages.map(({ to, text }) => (
            <figure key={to} className="write__message">
              <figcaption>
                À <bdi>{to}</bdi>
              </figcaption>
              <p>
                <bdi>{text}</bdi>
              </p>
            </figure>
          ))}
        </Way>
      )}
      {counts.group.all > 0 && (
        <Way title="Dans le groupe" open>
          <p className="write__message">
            <bdi>{shown.subject}</bdi>
            <br />
            {groupPage}
          </p>
        </Way>
      )}
      <Way title="La page derrière le lien" open={!canMail}>
        <Shown shown={shown} />
      </Way>
      {counts.paper.all > 0 && (
        <Way title="Par lettre">
          <p>Une page par personne, son adresse dans la fenêtre de l’enveloppe, puis le même texte.</p>
        </Way>
      )}
    </section>
  );
}

const Way = ({ title, open, children }: { title: string; open?: boolean; children: ReactNode }) => (
  <details open={open}>
    <summary className="strong-link">{title}</summary>
    {children}
  </details>
);

const Shown = ({ shown, children }: { shown: MailingPreview["shown"]; children?: ReactNode }) => (
  <article className="write__sheet">
    <p className="write__small">{shown.kicker}</p>
    <h3>
      <bdi>{shown.subject}</bdi>
    </h3>
    <MailingText mailing={{ ...shown, event: null }} />
    {children}
  </article>
);
