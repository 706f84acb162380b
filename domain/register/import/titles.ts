/**
 * Column titles in the member lists of associations: hand-made lists and exports of hitobito, ClubDesk, Google
 * Contacts, Outlook and Apple, in French, German, Italian and English.
 */
import { foldText } from "#domain/text/search.ts";
import type { MemberData } from "../member.ts";

/**
 * The meaning of a column. `address`: any part of an address. All `address` columns are joined, then split. `fullName`,
 * `lastNameFirst`: both names in one cell, first name first or last name first.
 */
export type ImportField = Exclude<keyof MemberData, "returnedOn"> | "address" | "fullName" | "lastNameFirst";

/**
 * Titles with several meanings. `number`: a house number, or the number of a line or a member. `name`: a last name, or
 * the whole name. `whatsapp`: a phone number, or whether the person is in the group chat.
 */
export type TitleMeaning = ImportField | "number" | "name" | "whatsapp";

/** Titles normalised by `foldText`, without digits: « E-mail 2 » is `e mail`. One line per language. */
const TITLES: Record<TitleMeaning, readonly string[]> = {
  firstName: [
    "prenom|prenoms|prenom s|prenom usuel",
    "vorname|vornamen|rufname|rufvorname",
    "nome|nomi",
    "first name|firstname|given name|givenname|forename",
  ],
  lastName: [
    "nom de famille|nom usuel|nom du membre|noms|nom s",
    "nachname|familienname|zuname",
    "cognome|cognomi",
    "last name|lastname|surname|family name|familyname",
  ],
  name: ["nom", "name"],
  fullName: [
    "prenom nom|prenom et nom|prenoms et noms|nom complet",
    "vorname nachname|vorname name|vorname und name|vorname und nachname|vor und nachname|vor nachname|voller name|anzeigename",
    "nome cognome|nome e cognome|nome completo",
    "first name last name|full name|fullname|display name",
  ],
  lastNameFirst: [
    "nom prenom|nom et prenom|noms et prenoms|noms prenoms|nom de famille prenom|nom de famille et prenom",
    "nachname vorname|nachname und vorname|name vorname|name und vorname|nach und vorname",
    "cognome nome|cognome e nome",
    "last name first name|last first",
  ],
  number: ["n°|no|numero", "nr|nummer", "n|numero", "num|number"],
  address: [
    "adresse|adr|adresse complete|adresse postale|adresse postale complete|adresse exacte|adresse de domicile|adresse ligne|rue et numero|rue et no|rue et n°|rue no|rue n°|rue numero|adresse rue et n°|adresse rue et no|adresse rue et numero|npa lieu|npa localite|npa et localite|npa et lieu|npa ville|localite npa|lieu npa|code postal ville|code postal et ville|code postal et localite|code postal localite|cp ville",
    "anschrift|postadresse|wohnadresse|privatadresse|strasse nr|strasse und nr|strasse no|strasse hausnummer|strasse und hausnummer|strasse hausnr|plz ort|plz und ort|plz wohnort|ort plz",
    "indirizzo|indirizzo completo|via e numero|via e n|via n|via no|via numero|cap luogo|cap localita|cap e localita|cap citta|npa luogo|npa localita",
    "address|full address|postal address|mailing address|address formatted|street and number|zip city|postal code city",
  ],
  street: [
    "rue|nom de rue|nom de la rue|adresse rue|voie",
    "strasse|str|strassenname|adresse strasse",
    "via|strada",
    "street|street name|address street|street address|address line",
  ],
  buildingNumber: [
    "n° rue|no rue|numero rue|n° de rue|no de rue|numero de rue|n° de la rue|numero de la rue|n° de maison|no de maison|numero de maison|numero de la maison",
    "hausnummer|haus nr|hausnr|hnr|strassennummer|strassen nr",
    "numero civico|civico|n civico|n° civico|no civico|nr civico",
    "house number|building number|street number|house no|street no",
  ],
  postcode: [
    "npa|np|n p a|code postal|cp|c p|numero postal|no postal|n° postal|adresse code postal",
    "plz|postleitzahl",
    "cap|nap|codice postale|codice di avviamento postale",
    "zip|zip code|postcode|post code|postal code|zip postal code|address postal code|address zip",
  ],
  place: [
    "lieu|localite|ville|commune|village|domicile|lieu de domicile|localite de domicile|commune de domicile|lieu de residence|adresse ville|adresse localite",
    "ort|wohnort|ortschaft|stadt|wohngemeinde",
    "localita|luogo|citta|comune|domicilio|residenza",
    "city|town|city town|address city",
  ],
  country: [
    "pays|pays region|adresse pays",
    "land|land region|wohnland",
    "paese|nazione|paese regione",
    "country|country region|address country",
  ],
  phone: [],
  email: [],
  birthDate: [
    "date de naissance|date naissance|naissance|date de naiss|date naiss|ne le|nee le|ne e le|ne nee le|ne|nee|ne e|jour de naissance|ne ou nee le|anniversaire|date anniversaire|date d anniversaire|ddn",
    "geburtsdatum|geburtstag|geburt|geboren|geboren am|geb datum|geb dat|geb am|geb",
    "data di nascita|data nascita|data nasc|nascita|nato il|nata il|nato a il|compleanno",
    "birthday|birth date|birthdate|date of birth|dob|born",
  ],
  since: [
    "membre depuis|membre depuis le|membre des|depuis|entree|entree en|entre en|entre e en|entree dans la societe|date d entree dans la societe|date d entree|date entree|annee d entree|annee entree|entree annee|entre le|entree le|entre e le|adhesion|date d adhesion|date adhesion|annee d adhesion|adhere le|date d inscription|date inscription|inscrit le|inscrit e le|admission|date d admission|arrivee|date d arrivee",
    "mitglied seit|eintritt|eintrittsdatum|eintritt am|eintrittsjahr|eintritt jahr|beitritt|beitrittsdatum|beitrittsjahr|aufnahme|aufnahmedatum|eingetreten am",
    "membro dal|membro da|socio dal|iscritto dal|iscritto il|entrata|data di entrata|data d entrata|anno di entrata|data di iscrizione|data iscrizione|adesione|data di adesione|data adesione|ammissione",
    "member since|joined|joined on|join date|date joined|entry date|membership start",
  ],
  leftOn: [
    "parti e le|parti le|partie le|sortie|date de sortie|date sortie|sortie le|sorti le|sorti e le|depart|date de depart|date depart|demission|date de demission|membre jusqu au",
    "austritt|austrittsdatum|austritt am|ausgetreten am|mitglied bis",
    "uscita|data di uscita|data uscita|dimissioni|data dimissioni|partenza|membro fino al",
    "left|left on|exit date|date left|member until",
  ],
  leftReason: [
    "raison du depart|raison de depart|motif du depart|motif de depart|motif de sortie|motif de la sortie",
    "austrittsgrund|grund des austritts|austritt grund",
    "motivo uscita|motivo dell uscita|motivo di uscita|motivo della partenza",
    "reason for leaving|exit reason",
  ],
  consentOn: [
    "autorisation parentale recue le|autorisation parentale|autorisation recue le",
    "einwilligung erhalten am|einverstandnis erhalten am",
    "autorizzazione ricevuta il",
    "consent received on",
  ],
  guardianName: [
    "representant legal|responsable legal nom|representante legale|representant e legal e|nom du representant|nom du representant legal|responsable legal|parent|parents|nom du parent|nom des parents|nom parent|nom parents|parent nom|parents nom|nom pere|nom mere|nom du pere|nom de la mere|nom papa|nom maman|nom du papa|nom de la maman|papa|maman|pere|mere|tuteur",
    "eltern|elternteil|name der eltern|name vater|name mutter|name des vaters|name der mutter|vater|mutter|gesetzlicher vertreter|gesetzliche vertretung|erziehungsberechtigte",
    "genitore|genitori|nome dei genitori|nome del genitore|padre|madre|rappresentante legale",
    "guardian|guardian name|legal guardian|parent name|parents names|mother|father",
  ],
  guardianPhone: [],
  whatsapp: ["whatsapp|whats app"],
  inGroupChat: [
    "dans le groupe whatsapp|dans groupe whatsapp|dans le groupe|chat de groupe|groupe whatsapp|groupe whats app|membre du groupe whatsapp|est dans le groupe whatsapp|whatsapp groupe|groupe wa",
    "whatsapp gruppe|in der whatsapp gruppe|in whatsapp gruppe|whatsappgruppe|gruppenchat|chatgruppe",
    "gruppo whatsapp|nel gruppo whatsapp|whatsapp gruppo",
    "in whatsapp group|whatsapp group|in the whatsapp group|group chat|in group chat",
  ],
  note: [
    "remarque|remarques|infos|informations|note|notes|commentaire|commentaires|observation|observations|divers",
    "bemerkung|bemerkungen|bem|notiz|notizen|kommentar|zusatzinformationen",
    "osservazione|osservazioni|commento|commenti|annotazioni",
    "comment|comments|remark|remarks",
  ],
};

const MEANING_OF = new Map(
  Object.entries(TITLES).flatMap(([meaning, languages]) =>
    languages.flatMap((titles) => titles.split("|").map((title) => [title, meaning as TitleMeaning] as const)),
  ),
);

const words = (text: string) => new Set(text.split(" "));
/**
 * Words about the owner of an address or number. A title has the same meaning without them. Words for an office are
 * missing on purpose.
 */
const PRIVATE = words(
  "prive privee priv perso pers personnel personnelle domicile principal principale privat privato privata haupt abitazione casa home personal primary main value valeur valore wert",
);
const PHONES = words(
  "telephone telephones tel tels portable port mobile mob natel nat cellulaire gsm fixe whatsapp telefon telefonnummer telefonnr rufnummer handy handynummer handynr mobil mobilnummer mobiltelefon mobiltelefonnummer natelnummer festnetz festnetznummer haupttelefon telefono telefoni cellulare phone phones cell cellphone landline",
);
const EMAILS = words("mail mails email emails courriel mel messagerie electronique posta mailadresse emailadresse");
const PARENTS = words(
  "parent parents pere mere papa maman representant representante legal legale responsable tuteur eltern elternteil vater mutter vertreter genitore genitori padre madre mamma guardian mother father",
);
const FILLERS = words(
  "n° no n nr num numero numeros nummer number de du des d la le l p g m e et ou und oder and or di del der des adresse adr address adressen indirizzo elettronica professionnel professionnelle prof bur bureau travail geschaft geschaftlich arbeit weitere weiteres andere anderes alternativ alternative autre alternatif supplementaire secondaire ufficio lavoro altro altra work business other secondary",
);

/**
 * Recognises titles that combine words for a phone or an e-mail: « N° de tél. privé », « Telefonnummer Mutter », «
 * E-mail 2 ».
 */
function reachedBy(title: string): ImportField | null {
  const all = title.split(" ");
  const known = [PHONES, EMAILS, PARENTS, FILLERS, PRIVATE];
  if (!all.every((word) => known.some((set) => set.has(word)))) return null;
  const ofParents = all.some((word) => PARENTS.has(word));
  if (all.some((word) => EMAILS.has(word))) return ofParents ? null : "email";
  if (all.some((word) => PHONES.has(word))) return ofParents ? "guardianPhone" : "phone";
  return null;
}

/** Removes remarks in brackets: « Date de naissance (jj.mm.aaaa) », « E-mail (obligatoire) », « WhatsApp (oui/non) ». */
const HINT =
  /[([{]\s*(?:(?:format\s)?[jmadtyg]{1,4}(?:[./\s-]+[jmadtyg]{1,4})+|(?:oui|ja|s[iì]|yes|o|j|s|y)\s*(?:[/|]|ou|oder|o|or)\s*(?:non|nein|no|n)|ann[ée]e|jahr|anno|year|obligatoire|facultatif|requis|pflicht\p{L}*|required|optional|obbligatorio)\s*[)\]}]/giu;
const TITLE_MAX = 80;

/** Removes endings in brackets, because the table contains the shorter words: « Remarque(s) », « Né(e) le ». */
const ENDING = /(?<=\p{L})\((?:e?s|en|e)\)/giu;

/**
 * The meaning of a column by its title. Null for an unknown title. Splits names of databases: `dateNaissance`. A title
 * in two languages has one meaning: « Prénom / Vorname ».
 */
export function meaningOfColumnTitle(title: string): TitleMeaning | null {
  const text = title.slice(0, TITLE_MAX).replace(HINT, " ").replace(ENDING, "").replace(/[+|]/g, " ");
  const split = text.replace(/(\p{Ll})(\p{Lu})/gu, "$1 $2");
  const [meaning = null, ...others] = new Set(
    text
      .split(/[/()]/)
      .filter((part) => part.trim() !== "")
      .map(meaningOfWords),
  );
  return meaningOfWords(text) ?? meaningOfWords(split) ?? (others.length === 0 ? meaning : null);
}

function meaningOfWords(text: string): TitleMeaning | null {
  const plain = foldText(text)
    .replace(/(?<!\p{L})\d+(?!\p{L})/gu, " ")
    .replace(/ {2,}/g, " ")
    .trim();
  const short = plain
    .split(" ")
    .filter((word) => !PRIVATE.has(word))
    .join(" ");
  return MEANING_OF.get(plain) ?? MEANING_OF.get(short) ?? reachedBy(plain);
}
