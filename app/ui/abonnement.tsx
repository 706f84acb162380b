type Props = {
  /** Of the calendar, with its scheme. */
  adresse: string;
};

/** How to keep the planning in one's own agenda: by subscribing, by its address, or as a file. */
export const Abonnement = ({ adresse }: Props) => (
  <aside className="cadre-page abonnement" aria-label="Calendrier">
    <a className="btn btn--petit" href={adresse.replace(/^https?:/, "webcal:")}>
      S’abonner au calendrier
    </a>
    <details>
      <summary>Google Agenda ou Outlook&nbsp;?</summary>
      <p>
        Ils demandent l’adresse du calendrier&nbsp;: dans Google Agenda, «&nbsp;Autres agendas&nbsp;», puis «&nbsp;À
        partir de l’URL&nbsp;»; dans Outlook, «&nbsp;Ajouter un calendrier&nbsp;», puis «&nbsp;S’abonner à partir du
        web&nbsp;».
      </p>
      <p>
        <code>{adresse}</code>
      </p>
      <p>
        <a className="lien-fort" href="/planning.ics" download>
          Télécharger le calendrier
        </a>
      </p>
    </details>
  </aside>
);
