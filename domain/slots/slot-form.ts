/** The form in which visitors reply. */
import * as z from "zod/mini";
import {
  checkboxSchema,
  FIELD_LIMITS,
  FIELD_SENTENCES,
  readPhone,
  requiredLineSchema,
  schemaOfNullable,
} from "#domain/fields.ts";

/** Form field with the ids of the ticked slots. */
export const CHOSEN_SLOTS_FIELD = "poste";

/** The field name under which the errors of the form (`FieldErrors`) contain the error of a slot. */
export const slotErrorName = (slot: string): string => `${CHOSEN_SLOTS_FIELD}-${slot}`;

export const replyFormSchema = () =>
  z.object({
    nom: requiredLineSchema(FIELD_LIMITS.nom),
    telephone: z.pipe(requiredLineSchema(), schemaOfNullable(readPhone, FIELD_SENTENCES.anyPhone)),
    /** Whether the person is an adult on the day of the slots. */
    majeur: checkboxSchema(),
  });

/** Maximum number of ticked slots in one form. No person has time for more. */
const CHOSEN_MAX = 50;

/** @returns a French sentence if no slot is ticked, or too many; null if the number is right */
export function chosenCountRefusal(chosen: readonly string[]): string | null {
  if (chosen.length === 0) return "Cochez au moins un poste.";
  return chosen.length > CHOSEN_MAX ? `Pas plus de ${CHOSEN_MAX}\u00a0postes à la fois.` : null;
}
