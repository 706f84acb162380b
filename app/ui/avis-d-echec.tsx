import Triangle from "#app/images/sign-warning.svg?dessin";

/** Says in the form that nothing was sent or saved, and that nothing typed is lost (PRODUCT.md). */
export function AvisDEchec({ titre, texte }: { titre: string; texte: string }) {
  return (
    <div className="avis pleine" role="alert">
      <Triangle />
      <b>{titre}</b>
      <span>{texte}</span>
    </div>
  );
}
