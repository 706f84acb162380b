/** Asks whether a birth date that the form proposed is the person's own, before it is kept. */
import { useEffect, useMemo, useState } from "react";
import type { FormAnswer } from "#app/form-answer.ts";
import etoile from "#app/images/etoile-accrochee.svg";
import { isProposedBirthDate } from "#domain/age.ts";
import type { Jour } from "#domain/dates.ts";
import { birthDateQuestion, CONFIRMED_BIRTH_DATE } from "#domain/inscription.ts";
import { Dialogue } from "./dialogue.tsx";
import { useHydrate } from "./hydratation.ts";

type Question = { readonly text: string; readonly birth: string };

/** @returns the question with which the server answered; null: it asked nothing */
function askedBy({ erreurs, saisie }: FormAnswer): Question | null {
  const text = erreurs?.[CONFIRMED_BIRTH_DATE];
  return text === undefined ? null : { text, birth: saisie?.dateAnniv ?? "" };
}

/**
 * @param answer of the server; a new object each time
 * @param jour the day on which the form made its proposal
 */
export function useBirthDateQuestion(answer: FormAnswer, jour: Jour) {
  const asked = useMemo(() => askedBy(answer), [answer]);
  const [own, setOwn] = useState<{ after: FormAnswer; question: Question | null } | null>(null);
  const question = own?.after === answer ? own.question : asked;
  // Who has to send again, after the network failed, is not asked again; the next person is.
  const [confirmed, setConfirmed] = useState(answer.saisie?.[CONFIRMED_BIRTH_DATE] ?? "");
  useEffect(() => {
    if (answer.merci) setConfirmed("");
  }, [answer]);

  /** Asks where it has to be. @returns whether the form waits for the answer */
  function ask(values: FormData): boolean {
    const birth = String(values.get("dateAnniv"));
    const sure = values.get(CONFIRMED_BIRTH_DATE) === birth;
    const waits = !sure && isProposedBirthDate(birth, jour);
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
  return useHydrate() ? (
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
    <Dialogue
      id="birth-date-question"
      titre={question.text}
      image={{ src: etoile, largeur: 260, hauteur: 210 }}
      ouvertPour={question}
      onClose={onClose}
    >
      <p>Le formulaire proposait cette date. Si c’est vraiment la vôtre&nbsp;: bon anniversaire&nbsp;!</p>
      <div className="rangee">
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
    </Dialogue>
  );
}
