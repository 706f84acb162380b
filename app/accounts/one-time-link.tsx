import { useEffect, useRef } from "react";
import { useNavigation } from "react-router";
import { CopyableAddress } from "#app/ui/copyable-address.tsx";

export type ShownLink = {
  readonly accountId: string;
  readonly email: string;
  readonly address: string;
  /** `05.08.2008, 14:30` */
  readonly until: string;
  /** What became of its mail; null: no mail leaves this site. */
  readonly mail: { readonly sent: true } | { readonly sent: false; readonly reason: string } | null;
};

function CommitteeMail({ email, mail }: Pick<ShownLink, "email" | "mail">) {
  if (!mail) return null;
  if (!mail.sent) return <p>{`L’e-mail n’est pas parti. ${mail.reason} Envoyez le lien vous-même.`}</p>;
  return (
    <p>
      Un e-mail est parti à <bdi>{email}</bdi>. Vous pouvez aussi envoyer le lien vous-même.
    </p>
  );
}

/** A one-time link that was just made: shown this once, to copy. Focus goes to it. */
export function OneTimeLink({ link }: { link: ShownLink }) {
  const frame = useRef<HTMLElement>(null);
  const settled = useNavigation().state === "idle";
  // The list above grows when it is read again: whoever is brought to the link before that sees it pushed away.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once for each link
  useEffect(() => {
    if (settled) frame.current?.focus();
  }, [link, settled]);
  return (
    // biome-ignore lint/a11y/noAutofocus: without script, the page that comes back opens on what was asked for
    <section className="new-link" aria-label="Lien à usage unique" tabIndex={-1} ref={frame} autoFocus>
      <b>
        Le lien pour <bdi>{link.email}</bdi> est prêt
      </b>
      <CommitteeMail email={link.email} mail={link.mail} />
      <p>Il marche une seule fois, jusqu’au {link.until}. Il ne sera plus montré.</p>
      <CopyableAddress key={link.address} address={link.address} />
    </section>
  );
}
