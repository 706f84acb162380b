import { CopyableAddress } from "#app/ui/copyable-address.tsx";

export type PreviewLinkProps = {
  readonly address: string;
  /** The last day on which it works: `14.06.2025`. */
  readonly until: string;
};

/** What the committee passes on to look at a draft together. */
export const PreviewLink = ({ address, until }: PreviewLinkProps) => (
  <section className="new-link" aria-labelledby="apercu-a-partager">
    <h2 id="apercu-a-partager">Aperçu à partager</h2>
    <p>
      Pour le groupe du comité&nbsp;: qui a ce lien voit le brouillon, sans se connecter, jusqu’au {until}. Une fois
      l’événement publié, il mène à sa page.
    </p>
    <CopyableAddress key={address} address={address} />
  </section>
);
