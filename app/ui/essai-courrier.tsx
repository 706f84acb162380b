import type { TrialOutcome } from "#app/trial-mail.ts";
import { AvisDEchec } from "./avis-d-echec.tsx";
import { AvisDePanne } from "./avis-de-panne.tsx";

type Props = {
  /** Id of the form that the button sends; it stands outside of the one around. */
  formulaire: string;
  enCours: boolean;
  resultat: TrialOutcome | undefined;
};

/** Sends a mail to the committee itself, and tells what happened to it. */
export function EssaiCourrier({ formulaire, enCours, resultat }: Props) {
  return (
    <div className="essai pleine">
      <p>L’essai part tout de suite, aux adresses enregistrées.</p>
      <button className="btn btn--petit btn--azur" type="submit" form={formulaire} disabled={enCours}>
        {enCours ? "Envoi en cours..." : "Envoyer un courrier d’essai"}
      </button>
      <div id={`${formulaire}-resultat`} role="status">
        {!enCours && resultat && <Issue resultat={resultat} />}
      </div>
    </div>
  );
}

function Issue({ resultat }: { resultat: TrialOutcome }) {
  if (resultat === "panne")
    return <AvisDePanne titre="L’essai n’a pas eu lieu." texte="Le site a eu une panne. Réessayez dans un instant." />;
  const { issue, remise, destinataires } = resultat;
  if (issue.issue !== "envoye") return <AvisDEchec titre="Le courrier d’essai n’est pas parti." texte={issue.raison} />;
  if (remise === "fichier")
    return (
      <p className="essai__issue essai__issue--garde">
        <b>Le courrier d’essai est resté ici.</b> Aucun serveur de messagerie n’est configuré (MAIL=outbox)&nbsp;: il
        est gardé en fichier dans le dossier «&nbsp;outbox&nbsp;» du site, et personne ne le reçoit.
      </p>
    );
  if (remise === "modeles")
    return (
      <p className="essai__issue">
        <b>Le courrier d’essai est parti.</b> EmailJS l’a accepté, pour les adresses inscrites dans ses modèles. S’il
        n’arrive pas, regardez là-bas, puis dans les indésirables.
      </p>
    );
  const aQui = destinataires.length > 0 ? destinataires.join(", ") : "les adresses de la configuration (MAIL_TO)";
  return (
    <p className="essai__issue">
      <b>Le courrier d’essai est parti.</b> Le serveur de messagerie l’a accepté pour {aQui}. S’il n’arrive pas,
      regardez dans les indésirables.
    </p>
  );
}
