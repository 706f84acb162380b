import Triangle from "#app/images/sign-warning.svg?dessin";

/** Stands where the account is still the invented one of a first start. */
export function Exemples() {
  return (
    <div className="avis dons__exemples" role="note">
      <Triangle />
      <b>Coordonnées d’exemple&nbsp;: le comité ne les a pas encore remplacées.</b>
      <span>N’y versez rien.</span>
    </div>
  );
}
