import type { ComponentProps, ReactNode } from "react";
import ridge from "#app/ui/drawings/crete-comptes.svg";
import { ErrorNotice } from "#app/ui/form/error-notice.tsx";
import { useKeptFocus } from "#app/ui/form/kept-focus.ts";
import { Banner } from "./banner.tsx";

type Props = Pick<ComponentProps<typeof Banner>, "style" | "title"> & {
  /** 1600 × 240 pixels. */
  art?: string;
  lead?: ReactNode;
  className?: string;
  /** Title of the error notice. Undefined or false: no notice. */
  failed?: string | false | undefined;
  advice?: string | undefined;
  children: ReactNode;
};

const ADVICE = "Le site n’a pas pu le faire. Réessayez dans un instant.";

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
