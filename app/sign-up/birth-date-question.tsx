/** Asks for confirmation when the visitor has not changed the birth date with which the form opens. */
import { useEffect, useMemo, useState } from "react";
import { Dialog } from "#app/ui/dialog.tsx";
import star from "#app/ui/drawings/etoile-accrochee.svg";
import type { FormAnswer } from "#app/ui/form/form-answer.ts";
import { useHydrated } from "#app/ui/form/use-hydrated.ts";
import { isProposedBirthDate } from "#domain/age.ts";
import type { Day } from "#domain/dates.ts";
import { birthDateQuestion, CONFIRMED_BIRTH_DATE } from "#domain/sign-up.ts";

type Question = { readonly text: string; readonly birth: string };

/** @returns the question in the server's answer; null when the server asks nothing */
function serverQuestion({ errors, typed }: FormAnswer): Question | null {
  const text = errors?.[CONFIRMED_BIRTH_DATE];
  return text === undefined ? null : { text, birth: typed?.dateAnniv ?? "" };
}

/**
 * @param answer the server's answer; a new object for each submission
 * @param day the current day, on which the proposed birth date depends
 */
export function useBirthDateQuestion(answer: FormAnswer, day: Day) {
  const fromServer = useMemo(() => serverQuestion(answer), [answer]);
  const [local, setLocal] = useState<{ answer: FormAnswer; question: Question | null } | null>(null);
  const question = local?.answer === answer ? local.question : fromServer;
  // Keep the confirmation for a retry after a network error, but not for the next person.
  const [confirmed, setConfirmed] = useState(answer.typed?.[CONFIRMED_BIRTH_DATE] ?? "");
  useEffect(() => {
    if (answer.thanked) setConfirmed("");
  }, [answer]);

  /** @returns whether the form must wait for an answer to the question */
  function ask(values: FormData): boolean {
    const birth = String(values.get("dateAnniv"));
    const isConfirmed = values.get(CONFIRMED_BIRTH_DATE) === birth;
    const waits = !isConfirmed && isProposedBirthDate(birth, day);
    setLocal({ answer, question: waits ? { text: birthDateQuestion(birth), birth } : null });
    if (isConfirmed) setConfirmed(birth);
    return waits;
  }
  return { question, confirmed: question ? "" : confirmed, ask };
}

/** Closes the dialog and focuses the field; without JavaScript, a link to the field's fragment does both. */
function CorrectDate() {
  // Focus this choice, which does not submit the sign-up. `showModal` needs the attribute `autofocus`, which React
  // does not write.
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
  /** Id of the form that waits for the answer. */
  form: string;
  /** Called when the dialog closes without a submission. */
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
        <button className="btn btn--neige" type="submit" form={form} name={CONFIRMED_BIRTH_DATE} value={question.birth}>
          Oui, c’est juste
        </button>
      </div>
    </Dialog>
  );
}
