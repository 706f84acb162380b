import { useEffect, useMemo, useState } from "react";
import { Dialog } from "#app/ui/dialog.tsx";
import star from "#app/ui/drawings/etoile-accrochee.svg";
import type { FormResult } from "#app/ui/form/form-result.ts";
import { useHydrated } from "#app/ui/form/use-hydrated.ts";
import { isInitialBirthDate } from "#domain/age.ts";
import type { Day } from "#domain/dates.ts";
import { birthDateQuestion, CONFIRMED_BIRTH_DATE_FIELD } from "#domain/sign-up.ts";

type Question = { readonly text: string; readonly birth: string };

function serverQuestion({ errors, typed }: FormResult): Question | null {
  const text = errors?.[CONFIRMED_BIRTH_DATE_FIELD];
  return text === undefined ? null : { text, birth: typed?.dateAnniv ?? "" };
}

/**
 * Asks the visitor to confirm the birth date that the form proposes.
 * @param result a new object for each submission
 * @param day today
 */
export function useBirthDateQuestion(result: FormResult, day: Day) {
  const fromServer = useMemo(() => serverQuestion(result), [result]);
  const [local, setLocal] = useState<{ result: FormResult; question: Question | null } | null>(null);
  const question = local?.result === result ? local.question : fromServer;
  // Kept until the sign-up is saved: a retry after a network error must not ask again.
  const [confirmed, setConfirmed] = useState(result.typed?.[CONFIRMED_BIRTH_DATE_FIELD] ?? "");
  useEffect(() => {
    if (result.thanked) setConfirmed("");
  }, [result]);

  /** @returns true if the visitor must answer the question before the form is sent */
  function ask(values: FormData): boolean {
    const birth = String(values.get("dateAnniv"));
    const isConfirmed = values.get(CONFIRMED_BIRTH_DATE_FIELD) === birth;
    const waits = !isConfirmed && isInitialBirthDate(birth, day);
    setLocal({ result, question: waits ? { text: birthDateQuestion(birth), birth } : null });
    if (isConfirmed) setConfirmed(birth);
    return waits;
  }
  return { question, confirmed: question ? "" : confirmed, ask };
}

/** Without JavaScript, a link to the field's fragment closes the dialog and focuses the field. */
function CorrectDate() {
  // Focus the choice that does not submit the sign-up. `showModal` needs the attribute `autofocus`, which React does
  // not write.
  const focused = { autoFocus: true, ref: (node: HTMLElement | null) => node?.setAttribute("autofocus", "") };
  return useHydrated() ? (
    <form method="dialog">
      <button className="btn btn--brique" type="submit" {...focused}>
        Corriger la date
      </button>
    </form>
  ) : (
    <a className="btn btn--brique" href="#dateAnniv" {...focused}>
      Corriger la date
    </a>
  );
}

type Props = {
  question: Question;
  form: string;
  onClose: () => void;
};

export function BirthDateQuestion({ question, form, onClose }: Props) {
  return (
    <Dialog
      id="birth-date-question"
      title={question.text}
      image={{ src: star, width: 260, height: 210 }}
      openFor={question}
      onClose={onClose}
    >
      <p>Le formulaire proposait cette date. Si c’est vraiment la vôtre&nbsp;: bon anniversaire&nbsp;!</p>
      <div className="row">
        <CorrectDate />
        <button
          className="btn btn--neige"
          type="submit"
          form={form}
          name={CONFIRMED_BIRTH_DATE_FIELD}
          value={question.birth}
        >
          Oui, c’est juste
        </button>
      </div>
    </Dialog>
  );
}
