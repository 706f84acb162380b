import Pin from "#app/images/sign-pin.svg?dessin";

/** A place, behind its pin. */
export const Lieu = ({ children }: { children: string }) => (
  <p className="lieu">
    <Pin />
    {children}
  </p>
);
