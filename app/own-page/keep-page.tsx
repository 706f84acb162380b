import type { FormOfAddress } from "#domain/rounds/audience.ts";

const KEEP: Record<FormOfAddress, string> = {
  tu: "Garde-la dans tes contacts, ou sur l’écran d’accueil de ton téléphone\u00a0: menu «\u00a0Partager\u00a0» ou «\u00a0⋮\u00a0», puis «\u00a0Sur l’écran d’accueil\u00a0».",
  vous: "Gardez-la dans vos contacts, ou sur l’écran d’accueil de votre téléphone\u00a0: menu «\u00a0Partager\u00a0» ou «\u00a0⋮\u00a0», puis «\u00a0Sur l’écran d’accueil\u00a0».",
};

export const KeepLinkSection = ({ address, page }: { address: FormOfAddress; page: string }) => (
  <section aria-labelledby="garder">
    <h2 id="garder">Garder cette page</h2>
    <p>{KEEP[address]}</p>
    <div className="row">
      {/* No `download`: an iPhone shows the card only if it may open it. */}
      <a className="btn btn--small" href={`${page}/contact.vcf`}>
        Ajouter aux contacts
      </a>
    </div>
  </section>
);
