import type { ComponentProps, ReactNode } from "react";
import ridge from "#app/ui/drawings/crete-comptes.svg";
import { ErrorNotice } from "#app/ui/form/error-notice.tsx";
import { useKeptFocus } from "#app/ui/form/kept-focus.ts";
import { Banner } from "./banner.tsx";

type Props = Pick<ComponentProps<typeof Banner>, "style" | "title"> & {
  /** Drawing of 1600 × 240 pixels. */
  art?: string;
  /** Sentences or links below the title. */
  lead?: ReactNode;
  /** CSS class of the content, in addition to `page-frame`. */
  className?: string;
  /** Title of the notice that the action failed; no notice if it is undefined or false. */
  failed?: string | false | undefined;
  /** Text of the notice that the action failed. */
  advice?: string | undefined;
  children: ReactNode;
};

const ADVICE = "Le site n’a pas pu le faire. Réessayez dans un instant.";

/** A screen of the committee: content below a low banner. It keeps the keyboard focus after an action. */
export function Screen({ lead, className = "", failed, advice = ADVICE, children, ...banner }: Props) {
  useKeptFocus();
  return (
    <main id="contenu">
      <Banner low art={ridge} {...banner}>
        {lead}
      </Banner>
      <div className={`page-frame ${className}`}>
        {failed && <ErrorNotice title={failed} text={advice} />}
        {children}
      </div>
    </main>
  );
}
