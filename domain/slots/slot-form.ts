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

/** Field of the ticked slots: their ids. */
export const SLOT_FIELD = "poste";

/** Name of a slot among the errors of the form. */
export const slotErrorField = (slot: string): string => `${SLOT_FIELD}-${slot}`;

export const slotFormSchema = () =>
  z.object({
    nom: requiredLineSchema(FIELD_LIMITS.nom),
    telephone: z.pipe(requiredLineSchema(), schemaOfNullable(readPhone, FIELD_SENTENCES.anyPhone)),
    /** Whether the person is an adult on the day of the slots. */
    majeur: checkboxSchema(),
  });

/** Slots in one form. More than a person has time for. */
const CHOSEN_MAX = 50;

/** @returns a French sentence if no slot is ticked, or too many; null if the number is right */
export function refusedNumber(chosen: readonly string[]): string | null {
  if (chosen.length === 0) return "Cochez au moins un poste.";
  return chosen.length > CHOSEN_MAX ? `Pas plus de ${CHOSEN_MAX}\u00a0postes à la fois.` : null;
}
