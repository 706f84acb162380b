import type { Draft } from "#domain/draft.ts";

type Props = {
  found: Draft;
  /** Version of the document as it is now; absent when one is created. */
  version: string | undefined;
  onStartOver: () => void;
};

/** Says that the fields hold what was typed earlier, and offers to forget it. */
export function DraftNotice({ found: { version: typedOver, picture }, version, onStartOver }: Props) {
  return (
    <div className="announcement draft full" role="status">
      <b>Brouillon repris.</b>
      <p>
        Les champs disent ce que vous aviez écrit ici&nbsp;: rien n’en est encore enregistré.
        {picture && ` Il manque la photo ${picture}.`}
        {version !== undefined &&
          version !== typedOver &&
          " Quelqu’un d’autre a modifié cette fiche depuis\u00a0: le site vous la montrera avant de la remplacer."}
      </p>
      <button type="button" className="btn btn--small btn--neige" onClick={onStartOver}>
        {version === undefined ? "Vider les champs" : "Repartir de la fiche"}
      </button>
    </div>
  );
}
