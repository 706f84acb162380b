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
                <Evenings evenings={evenings} ticked={ticked} errors={errors} />
                <FieldError id={`${CHOSEN_SLOTS_FIELD}-erreur`} text={errors[CHOSEN_SLOTS_FIELD]} />
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

const placesInFrench = (count: number): string => (count === 1 ? "1\u00a0place" : `${count}\u00a0places`);

type EveningsProps = Pick<VisitorSlotOffer, "evenings"> & { ticked: ReadonlySet<string>; errors: FieldErrors };

const Evenings = ({ evenings, ticked, errors }: EveningsProps) =>
  evenings.map(({ title, slots }) => (
    <fieldset className="slots__evening" key={title}>
      <legend>{title}</legend>
      <ul role="list">
        {slots.map((slot) => (
          <SlotRow key={slot.id} slot={slot} ticked={ticked.has(slot.id)} errors={errors} />
        ))}
      </ul>
    </fieldset>
  ));

function SlotRow({ slot, ticked, errors }: { slot: VisitorSlot; ticked: boolean; errors: FieldErrors }) {
  const { id, missing } = slot;
  const field = slotErrorName(id);
  const error = errors[field];
  const errorId = error ? `${field}-erreur` : undefined;
  // Focus the first field with an error.
  const focus = { autoFocus: error !== undefined && Object.keys(errors)[0] === field };
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
          aria-describedby={errorId}
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
