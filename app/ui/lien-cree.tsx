import { useEffect, useRef, useState } from "react";
import { useNavigation } from "react-router";
import { useHydrate } from "./hydratation.ts";

export type LienAffiche = {
  readonly idCompte: string;
  readonly email: string;
  readonly adresse: string;
  /** `05.08.2008, 14:30` */
  readonly jusqua: string;
  /** What became of its mail; null: no mail leaves this site. */
  readonly courrier: { readonly parti: true } | { readonly parti: false; readonly raison: string } | null;
};

/** Puts the link on the clipboard; where that is refused, selects it for the person to copy. */
async function copier(code: HTMLElement): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(code.textContent);
    return true;
  } catch {
    getSelection()?.selectAllChildren(code);
    return false;
  }
}

function Courrier({ email, courrier }: Pick<LienAffiche, "email" | "courrier">) {
  if (!courrier) return null;
  if (!courrier.parti) return <p>{`L’e-mail n’est pas parti. ${courrier.raison} Envoyez le lien vous-même.`}</p>;
  return (
    <p>
      Un e-mail est parti à <bdi>{email}</bdi>. Vous pouvez aussi envoyer le lien vous-même.
    </p>
  );
}

/** A one-time link that was just made: shown this once, to copy. Focus goes to it. */
export function LienCree({ lien }: { lien: LienAffiche }) {
  const cadre = useRef<HTMLElement>(null);
  const code = useRef<HTMLElement>(null);
  const hydrate = useHydrate();
  const [copie, setCopie] = useState<"non" | "oui" | "a-la-main">("non");
  const settled = useNavigation().state === "idle";
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once for each link
  useEffect(() => setCopie("non"), [lien]);
  // The list above grows when it is read again: whoever is brought to the link before that sees it pushed away.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once for each link
  useEffect(() => {
    if (settled) cadre.current?.focus();
  }, [lien, settled]);
  return (
    // biome-ignore lint/a11y/noAutofocus: without script, the page that comes back opens on what was asked for
    <section className="lien-cree" aria-label="Lien à usage unique" tabIndex={-1} ref={cadre} autoFocus>
      <b>
        Le lien pour <bdi>{lien.email}</bdi> est prêt
      </b>
      <Courrier email={lien.email} courrier={lien.courrier} />
      <p>Il marche une seule fois, jusqu’au {lien.jusqua}. Il ne sera plus montré.</p>
      <code ref={code}>{lien.adresse}</code>
      {hydrate && (
        <button
          className="btn btn--petit btn--neige"
          type="button"
          onClick={async () => code.current && setCopie((await copier(code.current)) ? "oui" : "a-la-main")}
        >
          {copie === "oui" ? "Lien copié" : "Copier le lien"}
        </button>
      )}
      <p className={copie === "a-la-main" ? undefined : "vh"} role="status">
        {copie === "oui" && "Lien copié"}
        {copie === "a-la-main" && "Le lien est sélectionné\u00a0: copiez-le vous-même."}
      </p>
    </section>
  );
}
