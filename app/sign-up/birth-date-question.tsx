/** Asks whether a birth date that the form proposed is the person's own, before it is kept. */
import { useEffect, useMemo, useState } from "react";
import { Dialog } from "#app/ui/dialog.tsx";
import star from "#app/ui/drawings/etoile-accrochee.svg";
import type { FormAnswer } from "#app/ui/form/form-answer.ts";
import { useHydrated } from "#app/ui/form/use-hydrated.ts";
import { isProposedBirthDate } from "#domain/age.ts";
import type { Day } from "#domain/dates.ts";
import { birthDateQuestion, CONFIRMED_BIRTH_DATE } from "#domain/sign-up.ts";

type Question = { readonly text: string; readonly birth: string };

/** @returns the question with which the server answered; null: it asked nothing */
function askedBy({ errors, typed }: FormAnswer): Question | null {
  const text = errors?.[CONFIRMED_BIRTH_DATE];
  return text === undefined ? null : { text, birth: typed?.dateAnniv ?? "" };
}

/**
 * @param answer of the server; a new object each time
 * @param day the day on which the form made its proposal
 */
export function useBirthDateQuestion(answer: FormAnswer, day: Day) {
  const asked = useMemo(() => askedBy(answer), [answer]);
  const [own, setOwn] = useState<{ after: FormAnswer; question: Question | null } | null>(null);
  const question = own?.after === answer ? own.question : asked;
  // Who has to send again, after the network failed, is not asked again; the next person is.
  const [confirmed, setConfirmed] = useState(answer.typed?.[CONFIRMED_BIRTH_DATE] ?? "");
  useEffect(() => {
    if (answer.thanked) setConfirmed("");
  }, [answer]);

  /** Asks where it has to be. @returns whether the form waits for the answer */
  function ask(values: FormData): boolean {
    const birth = String(values.get("dateAnniv"));
    const sure = values.get(CONFIRMED_BIRTH_DATE) === birth;
    const waits = !sure && isProposedBirthDate(birth, day);
    setOwn({ after: answer, question: waits ? { text: birthDateQuestion(birth), birth } : null });
    if (sure) setConfirmed(birth);
    return waits;
  }
  return { question, confirmed: question ? "" : confirmed, ask };
}

/** Goes to the birth date; without script the address of the field does, and the dialog is hidden then. */
function WayToTheDate() {
  // Focus starts on the answer that sends nothing; React alone leaves the attribute out, which `showModal` looks for.
  const start = { autoFocus: true, ref: (node: HTMLElement | null) => node?.setAttribute("autofocus", "") };
  return useHydrated() ? (
    <form method="dialog">
      <button className="btn btn--neige" type="submit" {...start}>
        Corriger la date
      </button>
    </form>
  ) : (
    <a className="btn btn--neige" href="#dateAnniv" {...start}>
      Corriger la date
    </a>
  );
}

/**
 * @param form id of the form that waits
 * @param onClose called when nothing is to be sent
 */
export function BirthDateQuestion({
  question,
  form,
  onClose,
}: {
  question: Question;
  form: string;
  onClose: () => void;
}) {
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
        <button
          className="btn btn--brique"
          type="submit"
          form={form}
          name={CONFIRMED_BIRTH_DATE}
          value={question.birth}
        >
          Oui, c’est juste
        </button>
        <WayToTheDate />
      </div>
    </Dialog>
  );
}
