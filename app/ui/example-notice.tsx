import Triangle from "#app/ui/drawings/sign-warning.svg?drawing";

/** Stands where the account is still the invented one of a first start. */
export function ExampleNotice() {
  return (
    <div className="notice donations__examples" role="note">
      <Triangle />
      <b>Coordonnées d’exemple&nbsp;: le comité ne les a pas encore remplacées.</b>
      <span>N’y versez rien.</span>
    </div>
  );
}
