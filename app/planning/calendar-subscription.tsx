type Props = {
  /** Of the calendar, with its scheme. */
  address: string;
};

/** Google takes an address of a calendar only under this scheme; under https it looks for a person of that name. */
const googleLink = (webcal: string) => `https://calendar.google.com/calendar/r?cid=${encodeURIComponent(webcal)}`;

/**
 * How to keep the planning in one's own agenda. All ways stand here for everybody; on Android, where webcal: leads
 * nowhere, app/browser/share.ts puts those first that work there.
 */
export function CalendarSubscription({ address }: Props) {
  const webcal = address.replace(/^https?:/, "webcal:");
  return (
    <aside className="page-frame subscription" aria-label="Calendrier">
      <div className="subscription__way row">
        <a className="btn btn--small" href={webcal}>
          S’abonner au calendrier
        </a>
        <p>Sur iPhone, iPad et Mac</p>
      </div>
      <div className="subscription__way row" data-android>
        <a className="btn btn--small btn--neige" href={googleLink(webcal)} target="_blank" rel="noopener">
          Google Agenda<span className="sr-only">, s’abonner dans un nouvel onglet</span>
        </a>
        <p>Google peut mettre un jour à montrer un changement</p>
      </div>
      <details data-android>
        <summary>Android, Outlook&nbsp;: par l’adresse</summary>
        <code>{address}</code>
        <div className="row copy">
          <button className="btn btn--small btn--neige" type="button" data-copy={address}>
            Copier<span className="sr-only"> l’adresse du calendrier</span>
          </button>
          <p role="status" data-copied="Adresse copiée" data-refused="Sélectionnez l’adresse et copiez-la à la main." />
        </div>
        <p>
          Dans Google Agenda, sur un ordinateur&nbsp;: «&nbsp;Autres agendas&nbsp;», puis «&nbsp;À partir de
          l’URL&nbsp;»&nbsp;; le téléphone suit. Dans Outlook&nbsp;: «&nbsp;Ajouter un calendrier&nbsp;», puis
          «&nbsp;S’abonner à partir du web&nbsp;».
        </p>
        <p>
          <a className="strong-link" href="/planning.ics" download>
            Télécharger le calendrier
          </a>
        </p>
      </details>
    </aside>
  );
}
