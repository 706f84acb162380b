import { googleCalendarUrl, webcalUrl } from "#app/ui/calendar-urls.ts";

/** Android does not support `webcal:`. For Android, app/browser/share.ts moves `data-android` elements to the top. */
export function CalendarSubscription({ address }: { address: string }) {
  return (
    <aside className="page-frame subscription" aria-label="Calendrier">
      <div className="subscription__way row">
        <a className="btn btn--small" href={webcalUrl(address)}>
          S’abonner au calendrier
        </a>
        <p>Sur iPhone, iPad et Mac</p>
      </div>
      <div className="subscription__way row" data-android>
        <a className="btn btn--small btn--neige" href={googleCalendarUrl(address)} target="_blank" rel="noopener">
          Google Agenda<span className="sr-only">, s’abonner dans un nouvel onglet</span>
        </a>
        <p>Les changements peuvent prendre un jour chez Google</p>
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
