import type { TypedValues } from "#domain/fields.ts";
import { foldText } from "#domain/text/search.ts";
import { MEMBER_LABELS, type MemberData } from "../member.ts";
import { IMPORT_LIMITS } from "./csv-table.ts";

/** The field in a column. `address`: any part of an address. All `address` columns are joined, then split. */
export type ImportField = Exclude<keyof MemberData, "returnedOn"> | "address";

const { returnedOn: _computed, ...LABELS } = MEMBER_LABELS;
export const IMPORT_LABELS: Record<ImportField, string> = { ...LABELS, address: "Adresse en une colonne" };

/** Titles of columns in French Excel lists, ClubDesk and hitobito, normalised by `foldText`. */
const TITLES: Record<ImportField, string> = {
  firstName: "prenom|prenoms|vorname|first name|firstname|rufname",
  lastName: "nom|nom de famille|nachname|name|familienname|last name|lastname",
  address:
    "adresse|adresse complete|adresse postale|address|rue et numero|rue et no|rue no|npa lieu|npa localite|plz ort",
  street: "rue|strasse|street|adresse 1",
  buildingNumber: "numero|no|n°|hausnummer|numero de rue|numero de maison|house number",
  postcode: "npa|code postal|cp|plz|postleitzahl|zip|zip code|postcode",
  place: "lieu|localite|ville|commune|domicile|ort|wohnort|city|town",
  country: "pays|land|country",
  phone:
    "telephone|tel|portable|mobile|natel|handy|telefon|phone|numero de telephone|telephone mobile|telephone portable|telephone prive|telefon mobil|telefon privat",
  email: "e mail|email|mail|courriel|adresse e mail|e mail adresse|haupt e mail|e mail principal",
  birthDate:
    "date de naissance|naissance|ne le|nee le|ne e le|geburtsdatum|geburtstag|birthday|birth date|date of birth",
  since: "membre depuis|entree|date d entree|depuis|eintritt|eintrittsdatum|mitglied seit|member since",
  leftOn: "parti e le|parti le|sortie|date de sortie|depart|date de depart|austritt|austrittsdatum",
  leftReason: "raison du depart|motif du depart|motif de sortie|austrittsgrund",
  consentOn: "papier des parents recu le|autorisation recue le|autorisation parentale",
  guardianName: "representant legal|representante legale|parent|parents|nom du representant",
  guardianPhone: "telephone du representant|telephone parent|telephone parents|telephone des parents",
  note: "remarque|remarques|note|notes|commentaire|bemerkung|bemerkungen",
};

const FIELD_OF = new Map(
  Object.entries(TITLES).flatMap(([field, titles]) => titles.split("|").map((title) => [title, field as ImportField])),
);

const TITLE_MAX = 80;

/** The field of each column, by its title. Null for an unknown title. */
export const matchColumns = (header: readonly string[]): (ImportField | null)[] =>
  header.map((title) => FIELD_OF.get(foldText(title.slice(0, TITLE_MAX))) ?? null);

/** Names of the form fields that select the field of each column. */
export const COLUMN_NAMES = Array.from({ length: IMPORT_LIMITS.columns }, (_, column) => `column-${column}`);

/** The field that the user has selected for each column. Null for an ignored column. */
export const readColumns = (typed: TypedValues): (ImportField | null)[] =>
  COLUMN_NAMES.map((name) => {
    const field = typed[name] ?? "";
    return Object.hasOwn(IMPORT_LABELS, field) ? (field as ImportField) : null;
  });
