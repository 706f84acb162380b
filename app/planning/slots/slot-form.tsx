import type { ReactNode } from "react";
import { Link } from "react-router";
import {
  CheckboxField,
  Field,
  FieldError,
  FieldErrorsContext,
  Honeypot,
  RequiredFieldsContext,
} from "#app/ui/form/field.tsx";
import type { FormResult } from "#app/ui/form/form-result.ts";
import { SubmitNotices } from "#app/ui/form/send-part.tsx";
import { CHECKBOX_VALUE, type FieldErrors, requiredFields } from "#domain/fields.ts";
import { CHOSEN_SLOTS_FIELD, replyFormSchema, slotErrorName } from "#domain/slots/slot-form.ts";
import type { VisitorSlot, VisitorSlotOffer } from "#domain/slots/slot-offer.ts";
import { missingPeopleSoughtInFrench } from "#domain/slots/slot-state.ts";

type Props = {
  offer: VisitorSlotOffer;
  /** Path to which the form is sent. */
  action: string;
  result?: FormResult;
};

const REQUIRED = requiredFields(replyFormSchema());

const FAILURE = { title: "Ce n’est pas noté.", text: "Tout ce que vous avez écrit est resté\u00a0: réessayez." };

const SENTENCES: Record<Exclude<VisitorSlotOffer["is"], "open">, string> = {
  full: "Il ne manque plus personne, merci.",
  members: "Il ne manque plus personne, sauf parmi les membres.",
  cancelled: "L’événement est annulé\u00a0: personne ne doit venir.",
  closed: "L’événement est reporté\u00a0: les postes s’ouvrent avec la nouvelle date.",
  over: "C’est passé. Merci à toutes les personnes qui sont venues.",
  none: "Pour le moment, il ne manque personne.",
};

/**
 * The slots with the number of missing people, and the form in which visitors reply. The browser loads no React for
 * this form.
 */
export function ReplyForm({ offer, action, result = {} }: Props) {
  const { is, evenings, missingMembers } = offer;
  const { errors = {}, typed = {}, list = [] } = result;
  const asksAge = evenings.some(({ slots }) => slots.some(({ adultsOnly, missing }) => adultsOnly && missing > 0));
  const ticked = new Set(list);
  const general = generalError(errors, evenings);
  return (
    <>
      {Object.keys(errors).length > 0 && (
        <p className="notice" role="alert">
          <b>Rien n’est encore noté.</b> {is === "open" && "Regardez ce qui est marqué plus bas."}
        </p>
      )}
      <p className="lead">
        {is === "open" ? "Cochez ce qui vous va, c’est noté tout de suite. Ni compte, ni e-mail." : SENTENCES[is]}
      </p>
      {missingMembers > 0 && (
        <p>
          Membre&nbsp;? Depuis <Link to="/ma-fiche">la page personnelle</Link>, il y a encore{" "}
          {placesInFrench(missingMembers)}.
        </p>
      )}
      {is === "open" ? (
        <FieldErrorsContext value={errors}>
          <RequiredFieldsContext value={REQUIRED}>
            <form className="form slots" method="post" action={action}>
              <Honeypot />
              <div className="slots__choice">
                <FieldError id={GENERAL_ERROR_ID} text={general} />
                <Evenings evenings={evenings} ticked={ticked} errors={errors} isMarked={general !== undefined} />
              </div>
              <div className="form slots__person">
                <Field name="nom" label="Prénom et nom" autoComplete="name" defaultValue={typed.nom} />
                <Field
                  name="telephone"
                  label="Téléphone"
                  hint="Pour un enfant, celui d’un parent."
                  type="tel"
                  autoComplete="tel"
                  defaultValue={typed.telephone}
                />
                {asksAge && (
                  <CheckboxField
                    name="majeur"
                    label="J’aurai 18&nbsp;ans ce jour-là"
                    value={CHECKBOX_VALUE}
                    defaultChecked={typed.majeur === CHECKBOX_VALUE}
                  />
                )}
                <SubmitNotices result={result} busy={false} failure={FAILURE} />
                <div>
                  <button className="btn btn--brique btn--large" type="submit">
                    Je viens
                  </button>
                </div>
                <p className="field__hint">
                  Le nom et le numéro ne servent qu’à cet événement&nbsp;:{" "}
                  <Link to="/confidentialite">ce que nous en faisons</Link>.
                </p>
              </div>
            </form>
          </RequiredFieldsContext>
        </FieldErrorsContext>
      ) : (
        <Evenings evenings={evenings} ticked={ticked} errors={errors} />
      )}
    </>
  );
}

const GENERAL_ERROR_ID = `${CHOSEN_SLOTS_FIELD}-erreur`;

/** The sentences about no slot of the page: nothing is ticked, or a ticked slot was deleted or has ended. */
function generalError(errors: FieldErrors, evenings: VisitorSlotOffer["evenings"]): string | undefined {
  const shown = new Set(evenings.flatMap(({ slots }) => slots.map(({ id }) => slotErrorName(id))));
  const isGeneral = (field: string) => field.startsWith(CHOSEN_SLOTS_FIELD) && !shown.has(field);
  const sentences = Object.entries(errors).flatMap(([field, sentence]) => (isGeneral(field) ? [sentence] : []));
  return sentences.length > 0 ? [...new Set(sentences)].join(" ") : undefined;
}

const placesInFrench = (count: number): string => (count === 1 ? "1\u00a0place" : `${count}\u00a0places`);

type EveningsProps = Pick<VisitorSlotOffer, "evenings"> & {
  ticked: ReadonlySet<string>;
  errors: FieldErrors;
  /** Whether the form has an error that concerns no slot of the page: the page opens at the first free slot. */
  isMarked?: boolean;
};

const Evenings = ({ evenings, ticked, errors, isMarked = false }: EveningsProps) => {
  const first = evenings.flatMap(({ slots }) => slots).find(({ missing }) => missing > 0);
  return evenings.map(({ title, slots }) => (
    <fieldset className="slots__evening" key={title}>
      <legend>{title}</legend>
      <ul role="list">
        {slots.map((slot) => (
          <SlotRow
            key={slot.id}
            slot={slot}
            ticked={ticked.has(slot.id)}
            errors={errors}
            isMarked={isMarked && slot === first}
          />
        ))}
      </ul>
    </fieldset>
  ));
};

type RowProps = { slot: VisitorSlot; ticked: boolean; errors: FieldErrors; isMarked: boolean };

function SlotRow({ slot, ticked, errors, isMarked }: RowProps) {
  const { id, missing } = slot;
  const field = slotErrorName(id);
  const error = errors[field];
  const errorId = error ? `${field}-erreur` : undefined;
  // The page with the errors opens at the first of them.
  const focus = { autoFocus: isMarked || (error !== undefined && Object.keys(errors)[0] === field) };
  if (missing === 0)
    return (
      <li className="slots__full" {...(error && { tabIndex: -1, ...focus })}>
        <SlotText slot={slot}>complet</SlotText>
        <FieldError id={errorId} text={error} />
      </li>
    );
  return (
    <li className={error ? "tick-field tick-field--error" : "tick-field"}>
      <label className="tick">
        <input
          type="checkbox"
          id={field}
          name={CHOSEN_SLOTS_FIELD}
          value={id}
          defaultChecked={ticked}
          aria-invalid={error ? true : undefined}
          aria-describedby={[isMarked && GENERAL_ERROR_ID, errorId].filter(Boolean).join(" ") || undefined}
          {...focus}
        />
        <SlotText slot={slot}>{missingPeopleSoughtInFrench(missing)}</SlotText>
      </label>
      <FieldError id={errorId} text={error} />
    </li>
  );
}

const SlotText = ({
  slot: { post, hours, adultsOnly, note },
  children,
}: {
  slot: VisitorSlot;
  children: ReactNode;
}) => (
  <span className="slots__text">
    <b>{post}</b> <span className="slots__hours">{hours}</span>{" "}
    {adultsOnly && <span className="slots__age">18&nbsp;ans</span>}{" "}
    <span className="slots__missing">
      {children}
      {note && <>. {note}</>}
    </span>
  </span>
);
