import { type ComponentType, lazy, Suspense } from "react";

/** They come with the first form that is sent; where they cannot, the words do. */
const Etoiles = lazy(
  (): Promise<{ default: ComponentType }> =>
    import("#app/images/etoiles-qui-sautent.svg?dessin").catch(() => ({ default: () => null })),
);

/** Covers the page while a form is on its way (SPEC.md section 4). */
export function Voile({ texte }: { texte: string }) {
  return (
    <div className="attente" role="status">
      <Suspense fallback={null}>
        <Etoiles />
      </Suspense>
      <p>{texte}</p>
    </div>
  );
}
