import { type ComponentType, lazy, Suspense } from "react";

/** They come with the first form that is sent; where they cannot, the words do. */
const Stars = lazy(
  (): Promise<{ default: ComponentType }> =>
    import("#app/ui/drawings/etoiles-qui-sautent.svg?drawing").catch(() => ({ default: () => null })),
);

/** Covers the page while a form is on its way (docs/specification.md section 4). */
export function Overlay({ text }: { text: string }) {
  return (
    <div className="pending" role="status">
      <Suspense fallback={null}>
        <Stars />
      </Suspense>
      <p>{text}</p>
    </div>
  );
}
