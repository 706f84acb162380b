import Vu from "#app/images/sign-tick.svg?dessin";
import Triangle from "#app/images/sign-warning.svg?dessin";
import signe from "#app/images/signe.svg";

export const CLASSE = {
  success: "toast toast--succes",
  error: "toast toast--erreur",
  loading: "toast toast--attente",
} as const;

export type Forme = keyof typeof CLASSE;

/** What tells the kind of a toast besides its colour. */
export function Pictogramme({ forme }: { forme: Forme }) {
  return (
    <i aria-hidden="true">
      {forme === "loading" && <img src={signe} width="64" height="64" alt="" />}
      {forme === "error" && <Triangle />}
      {forme === "success" && <Vu />}
    </i>
  );
}
