import signe from "#app/images/signe.svg";

/** What a page shows in place of its content while the next one is on its way. */
export function Attente({ texte, langue }: { texte: string; langue?: string }) {
  return (
    <main id="contenu">
      <div className="cadre-page">
        <div className="chargement" role="status">
          <img src={signe} width="64" height="64" alt="" />
          <p lang={langue}>{texte}</p>
        </div>
      </div>
    </main>
  );
}
