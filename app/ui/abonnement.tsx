type Props = {
  /** Of the calendar, with its scheme. */
  adresse: string;
};

/** Google takes an address of a calendar only under this scheme; under https it looks for a person of that name. */
const googleLink = (webcal: string) => `https://calendar.google.com/calendar/r?cid=${encodeURIComponent(webcal)}`;

/**
 * How to keep the planning in one's own agenda. All ways stand here for everybody; on Android, where webcal: leads
 * nowhere, app/module/agenda.ts puts those first that work there.
 */
export function Abonnement({ adresse }: Props) {
  const webcal = adresse.replace(/^https?:/, "webcal:");
  return (
    <aside className="cadre-page abonnement" aria-label="Calendrier">
      <div className="abonnement__voie">
        <a className="btn btn--petit" href={webcal}>
          S’abonner au calendrier
        </a>
        <p>Sur iPhone, iPad et Mac</p>
      </div>
      <div className="abonnement__voie" data-android>
        <a className="btn btn--petit btn--neige" href={googleLink(webcal)} target="_blank" rel="noopener">
          Google Agenda<span className="vh">, s’abonner dans un nouvel onglet</span>
        </a>
        <p>Google peut mettre un jour à montrer un changement</p>
      </div>
      <details data-android>
        <summary>Android, Outlook&nbsp;: par l’adresse</summary>
        <code>{adresse}</code>
        <div className="rangee copie">
          <button className="btn btn--petit btn--neige" type="button" data-copier={adresse}>
            Copier<span className="vh"> l’adresse du calendrier</span>
          </button>
          <p role="status" data-copie="Adresse copiée" data-refus="Sélectionnez l’adresse et copiez-la à la main." />
        </div>
        <p>
          Dans Google Agenda, sur un ordinateur&nbsp;: «&nbsp;Autres agendas&nbsp;», puis «&nbsp;À partir de
          l’URL&nbsp;»&nbsp;; le téléphone suit. Dans Outlook&nbsp;: «&nbsp;Ajouter un calendrier&nbsp;», puis
          «&nbsp;S’abonner à partir du web&nbsp;».
        </p>
        <p>
          <a className="lien-fort" href="/planning.ics" download>
            Télécharger le calendrier
          </a>
        </p>
      </details>
    </aside>
  );
}
