import { useEffect, useRef } from "react";
import { useNavigation } from "react-router";
import { WrappingText } from "#app/ui/breakable.tsx";
import { CopyableUrl } from "#app/ui/copyable-address.tsx";

export type OneTimeLinkView = {
  readonly accountId: string;
  readonly email: string;
  readonly address: string;
  /** Formatted as `05.08.2008, 14:30`. */
  readonly until: string;
  /** False if the site sends no mail to accounts. */
  readonly isMailed: boolean;
};

export function OneTimeLink({ link }: { link: OneTimeLinkView }) {
  const section = useRef<HTMLElement>(null);
  const isIdle = useNavigation().state === "idle";
  // Wait until the accounts have reloaded: a longer list would push the link out of view.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once for each link
  useEffect(() => {
    if (isIdle) section.current?.focus();
  }, [link, isIdle]);
  return (
    // biome-ignore lint/a11y/noAutofocus: without script, the browser scrolls to the new link
    <section className="new-link" aria-label="Lien à usage unique" tabIndex={-1} ref={section} autoFocus>
      <b>
        Le lien pour <WrappingText text={link.email} /> est prêt
      </b>
      {link.isMailed && (
        <p>
          Un e-mail part à <WrappingText text={link.email} />. Vous pouvez aussi envoyer le lien vous-même.
        </p>
      )}
      <p>Il marche une seule fois, jusqu’au {link.until}. Il ne sera plus montré.</p>
      <CopyableUrl key={link.address} address={link.address} title="Votre accès au site de la Jeunesse" />
    </section>
  );
}
