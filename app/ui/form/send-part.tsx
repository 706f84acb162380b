import { type ComponentType, lazy, Suspense } from "react";
import { Link } from "react-router";
import { FailureNotice } from "#app/ui/form/error-notice.tsx";
import { ErrorNotice } from "./error-notice.tsx";
import type { FormResult } from "./form-result.ts";

type Props = {
  result: Pick<FormResult, "wait" | "failed">;
  busy: boolean;
  failure: { title: string; text: string };
  children: string;
};

export const SubmitWithNotices = ({ children, ...notices }: Props) => (
  <>
    <SubmitNotices {...notices} />
    <div className="full">
      <button className="btn btn--brique btn--large" type="submit" disabled={notices.busy}>
        {children}
      </button>
    </div>
    <p className="field__hint full">
      Vos données&nbsp;: <Link to="/confidentialite">ce que nous en faisons</Link>.
    </p>
  </>
);

export const SubmitNotices = ({ result: { wait, failed }, busy, failure }: Omit<Props, "children">) => (
  <>
    {wait && !busy && (
      <FailureNotice
        title="Trop d’envois depuis cette connexion."
        text={`Réessayez ${wait}\u00a0: tout ce que vous avez écrit est resté dans les champs.`}
      />
    )}
    {failed && !busy && <ErrorNotice {...failure} />}
  </>
);

/** Loaded when a form is sent. If loading fails, the overlay shows only its text. */
const Stars = lazy(
  (): Promise<{ default: ComponentType }> =>
    import("#app/ui/drawings/etoiles-qui-sautent.svg?drawing").catch(() => ({ default: () => null })),
);

/** Covers the page while a visitor's form is being sent (docs/specification.md section 4). */
export function SendingOverlay({ text }: { text: string }) {
  return (
    <div className="pending" role="status">
      <Suspense fallback={null}>
        <Stars />
      </Suspense>
      <p>{text}</p>
    </div>
  );
}
