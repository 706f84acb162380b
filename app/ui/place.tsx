import Pin from "#app/ui/drawings/sign-pin.svg?drawing";

/** A place, behind its pin. */
export const Lieu = ({ children }: { children: string }) => (
  <p className="place">
    <Pin />
    {children}
  </p>
);
