import { type ComponentProps, type FormEvent, type ReactNode, useRef } from "react";
import { useActionData } from "react-router";
import { SessionEndedNotice } from "#app/session/session-ended.tsx";
import ridge from "#app/ui/drawings/crete.svg";
import { ErrorNotice } from "#app/ui/form/error-notice.tsx";
import type { FormResult } from "#app/ui/form/form-result.ts";
import { useKeptFocus } from "#app/ui/form/kept-focus.ts";
import { useRowHeldInPlace } from "#app/ui/list/held-row.ts";
import { Banner } from "./banner.tsx";

type Props = Pick<ComponentProps<typeof Banner>, "style" | "title"> & {
  /** 1600 × 240 pixels. */
  art?: string;
  lead?: ReactNode;
  /** Between the banner and the page. */
  above?: ReactNode;
  className?: string;
  /** Title of the error notice. Undefined or false: no notice. */
  failed?: string | false | undefined;
  advice?: string | undefined;
  children: ReactNode;
};

const ADVICE = "Le site n’a pas pu le faire. Réessayez dans un instant.";

/** If the session has ended, a sign-in resubmits the last submitted form. */
export function Screen({ lead, above, className = "", failed, advice = ADVICE, children, ...banner }: Props) {
  useKeptFocus();
  const result = useActionData<FormResult>();
  const last = useRef<SubmitEvent>(null);
  const holdRow = useRowHeldInPlace();
  function resubmit() {
    const { target, submitter } = last.current ?? {};
    if (target instanceof HTMLFormElement) target.requestSubmit(submitter);
  }
  return (
    <main id="contenu">
      <Banner low art={ridge} {...banner}>
        {lead}
      </Banner>
      {above}
      <div
        className={`page-frame ${className}`}
        onSubmit={({ nativeEvent }: FormEvent) => {
          last.current = nativeEvent as SubmitEvent;
          if (nativeEvent.target instanceof Element) holdRow(nativeEvent.target);
        }}
      >
        {failed && <ErrorNotice title={failed} text={advice} />}
        {children}
      </div>
      {result?.sessionEnded && <SessionEndedNotice ended={result} resubmit={resubmit} />}
    </main>
  );
}
