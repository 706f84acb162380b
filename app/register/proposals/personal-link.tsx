import { ConfirmButton } from "#app/ui/confirm-button.tsx";
import { CopyableAddress } from "#app/ui/copyable-address.tsx";

type Props = { link: string; publicUrl: string; name: string; page: string };

/** The link of a member's own page, to share with the member, or with the parents. */
export const PersonalLink = ({ link, publicUrl, name, page }: Props) => (
  <section id="lien" aria-labelledby="lien-personnel">
    <h2 id="lien-personnel">Lien personnel</h2>
    <p>Qui a ce lien voit cette fiche et ses cotisations, et peut proposer des corrections.</p>
    <CopyableAddress address={publicUrl + link} title="Votre fiche à la Jeunesse de Savièse" />
    <ConfirmButton
      dialogId="renouveler-le-lien"
      verb="Renouveler le lien"
      icon={null}
      name={`de ${name}`}
      question="Renouveler ce lien&nbsp;?"
      fields={{ intention: "renew", link }}
      action={page}
    >
      <p>Le lien d’avant ne marche plus, ni le code sur les factures déjà imprimées.</p>
    </ConfirmButton>
  </section>
);
