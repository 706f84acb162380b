import type { Inscription } from "./inscription.ts";
import type { MessageContact } from "./message-contact.ts";

/** What a visitor sent: one of the two payloads of SPEC.md section 3. */
export type Envoi =
  | {
      readonly type: "inscription";
      readonly contenu: Inscription;
      /** The form proposed this birth date, and only the person has said that it is right; absent: it was typed. */
      readonly birthDateToVerify?: boolean;
    }
  | { readonly type: "message"; readonly contenu: MessageContact };

export type TypeDEnvoi = Envoi["type"];

/** @returns what an inbox recognises a content by: the same text for the same content, whatever the order of its fields */
export const texteDEnvoi = ({ type, contenu }: Envoi): string =>
  JSON.stringify([type, Object.entries(contenu).sort(([a], [b]) => (a < b ? -1 : 1))]);
