import signe from "#app/ui/drawings/signe.svg";

/** What a page shows in place of its content while the next one is on its way. */
export function Pending({ text, language }: { text: string; language?: string }) {
  return (
    <main id="contenu">
      <div className="page-frame">
        <div className="loading" role="status">
          <img src={signe} width="64" height="64" alt="" />
          <p lang={language}>{text}</p>
        </div>
      </div>
    </main>
  );
}
