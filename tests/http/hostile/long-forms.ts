/** The forms of the site, filled in as people do, for tests that spoil one field of them. */
import { ASSOCIATION } from "#domain/dossier/task.ts";
import { EMPTY_EVENT } from "#domain/events/planned-event.ts";
import { EMPTY_HANDOVER_ITEM } from "#domain/handover/handover-item.ts";
import { newMailingId } from "#domain/mailings/mailing.ts";
import { EMPTY_MEMBER } from "#domain/register/member.ts";
import { memberAsTyped } from "#domain/register/member-form.ts";
import { INITIAL_SETTINGS, settingsAsTyped } from "#domain/settings/settings.ts";
import { EMPTY_SLOT } from "#domain/slots/slot.ts";
import { aMailing } from "#tests/contracts/mailings/mailings.contract.ts";
import { aSignUp } from "#tests/contracts/stores/samples.ts";
import { openSite } from "#tests/http/site.ts";
import { readMemberLink } from "#usecases/register/own-page.ts";
import { replyToSlots } from "#usecases/slots/reply-to-slots.ts";

/** What was typed, by field name; a text in place of a file is a file's name. */
export type Form = Readonly<Record<string, string>>;

const EVENEMENT: Form = {
  Nom: "Bal",
  mois: "08",
  annee: "2025",
  FirstDay: "2025-08-02",
  LastDay: "2025-08-03",
  StartTime: "19:30",
  Lieu: "Savièse",
  AfterMovie: "https://exemple.ch/film",
};
const TASK: Form = { text: "Réserver la salle", due: "J-60", who: "Zoé" };
const TASK_ACTION: Form = { intention: "done", id: "x", version: "1", at: "x" };
const NOTES: Form = { notes: "Trop de bière", version: "0" };
const SLOT: Form = { from: "22:00", until: "01:00", needed: "4", adultsOnly: "on", membersOnly: "on" };
const MEMBRE: Form = { Prenom: "Zoé", Nom: "Dupont", Poste: "Membre", PosteAffiche: "Responsable du bar" };
const RECORD: Form = memberAsTyped({
  ...EMPTY_MEMBER,
  firstName: "Zoé",
  lastName: "Dupont",
  street: "Rue du Stade",
  postcode: "1965",
  place: "Savièse",
  birthDate: "2000-01-01",
  since: "2020-01-01",
  phone: "0791234567",
  note: "Tambour",
});
const PLACE: Form = { id: "x" };
const TOUCH: Form = { intention: "sent", member: "x", fees: "", topic: "x", about: "", reply: "", way: "sms", at: "x" };
const REVISION: Form = { version: "1", state: "1" };
const RESULT: Form = { intention: "save", lines: "Bar 10’498.–", line: "Sécurité −988.25", version: "0" };
const PICTURE: Form = { ...REVISION, intention: "save", picture: "x", focusX: "5", focusY: "5", cropped: "on" };
/** A page with a text reads a form only for its preview. */
const UNREAD: Form = { introduction: "Bonjour" };

/** By the route that they are sent to: the fields that its action reads. */
const FORMS: Record<string, Form> = {
  "/": UNREAD,
  "/dons": UNREAD,
  "/rjv2025": UNREAD,
  "/charte": UNREAD,
  "/responsabilite": UNREAD,
  "/textes/:slug": { introduction: "Bonjour", title1: "Se respecter", article1: "- a", version: "0", reset: "" },
  "/textes/:slug/historique": REVISION,
  "/planning/:eventId/coups-de-main": { poste: "x", nom: "Zoé Héritier", telephone: "0791234567", majeur: "on" },
  "/contact": { nom: "Camille", email: "camille@exemple.ch", sujet: "Brisolée", message: "Bonjour" },
  "/inscription/merci": {
    inscription: "x",
    email: "camille@exemple.ch",
    guardianName: "Anne Fendant",
    guardianPhone: "0792223344",
  },
  "/inscription": {
    nom: "Fendant",
    prenom: "Camille",
    adresse: "Chemin des Treize-Étoiles 4, 1965 Savièse",
    tel: "0791234567",
    dateAnniv: "2000-01-01",
    charte: "on",
    charteMineur: "on",
    confirmedBirthDate: "2000-01-01",
  },
  "/login": { username: "personne@exemple.ch", password: "pas le bon" },
  "/invitation/:token": { newPassword: "pas le bon" },
  "/premier-compte/:token": { email: "zoe@exemple.ch", newPassword: "pas le bon" },
  "/mot-de-passe": { current: "pas le bon", newPassword: "pas le bon" },
  "/comptes": { intention: "invite", id: "", firstName: "Zoé", email: "zoe@exemple.ch" },
  "/comite": PLACE,
  "/comite/create": { ...MEMBRE, photo: "zoe.jpg" },
  "/comite/plusieurs": { list: "Léa Dubuis, Secrétaire", previewed: "", intention: "preview" },
  "/comite/remplacer/:memberId": {
    ...MEMBRE,
    photo: "zoe.jpg",
    version: "1",
    card: "DupontMembre",
    register: "Dupont, Zoé",
    intention: "",
  },
  "/comite/modify/:memberId": { ...MEMBRE, version: "1" },
  "/comite/modify/:memberId/photo": { ...PICTURE, photo: "zoe.jpg" },
  "/comite/modify/:memberId/historique": REVISION,
  "/planning": { ...PLACE, intention: "again", annee: "2026", "garder-le-dossier": "on" },
  "/planning/:eventId": PLACE,
  "/evenement/create": { ...EVENEMENT, image: "affiche.jpg" },
  "/evenement/plusieurs": { list: "12.12 Bal de Noël, halle", previewed: "", intention: "preview" },
  "/evenement/modify/:eventId": { ...EVENEMENT, State: "reporte", version: "1" },
  "/evenement/modify/:eventId/affiche": { ...PICTURE, image: "affiche.jpg" },
  "/evenement/modify/:eventId/historique": REVISION,
  "/evenement/modify/:eventId/coups-de-main/qui-vient": {
    intention: "add",
    id: "x",
    name: "Héritier, Zoé",
    phone: "0791234567",
    slot: "x",
  },
  "/evenement/modify/:eventId/etat/:change": { NewDay: "2025-09-06", Notice: "À la halle", version: "1" },
  "/evenement/modify/:eventId/coups-de-main": { intention: "delete", id: "x", seen: "x", version: "1", at: "x" },
  "/evenement/modify/:eventId/coups-de-main/soiree": {
    ...SLOT,
    posts: "Bar, entrée",
    evening: "2025-08-02",
    every: "3",
  },
  "/evenement/modify/:eventId/coups-de-main/creneau": { ...SLOT, post: "Bar", day: "2025-08-02", note: "Gants" },
  "/evenement/modify/:eventId/coups-de-main/:slotId": { ...SLOT, post: "Bar", day: "2025-08-02", version: "1" },
  "/dossiers/association/lignes": { intention: "delete", id: "x", version: "1", at: "x" },
  "/dossiers/association/lignes/ajouter": { what: "Clés", where: "Armoire", who: "Zoé" },
  "/dossiers/association/lignes/:itemId": { what: "Clés", where: "Armoire", who: "Zoé", version: "1" },
  "/dossiers/association/lignes/:itemId/historique": REVISION,
  "/passer-la-main": {},
  "/evenement/modify/:eventId/dossier": TASK_ACTION,
  "/evenement/modify/:eventId/dossier/notes": NOTES,
  "/evenement/modify/:eventId/dossier/prendre": { from: "x", list: "party", task: "0" },
  "/evenement/modify/:eventId/dossier/tache": TASK,
  "/evenement/modify/:eventId/dossier/tache/:taskId": { ...TASK, version: "1" },
  "/dossiers/:subject": TASK_ACTION,
  "/dossiers/:subject/notes": NOTES,
  "/dossiers/:subject/tache": { ...TASK, due: "12.6.2027" },
  "/dossiers/:subject/tache/:taskId": { ...TASK, version: "1" },
  "/evenement/modify/:eventId/dossier/resultat": RESULT,
  "/evenement/modify/:notesEventId/dossier/historique": REVISION,
  "/evenement/modify/:resultEventId/dossier/resultat/historique": REVISION,
  "/dossiers": { intention: "delete", id: "x" },
  "/dossiers/:subject/resultat": RESULT,
  "/dossiers/:notesSubject/historique": REVISION,
  "/dossiers/:resultSubject/resultat/historique": REVISION,
  "/reglages": { ...settingsAsTyped(INITIAL_SETTINGS), version: "0", what: "", removePhoto: "" },
  "/ecrire": {
    ...{ subject: "Sortie", text: "À 8 h", answersTo: "Zoé", isForGroup: "on", filtre: "present", q: "Zoé" },
    ...{ listed: "x", to: "x", version: "x", intention: "preview" },
  },
  "/annonce": { text: "Ce soir", link: "", untilDay: "2040-01-01", untilTime: "06:00", version: "0", intention: "" },
  "/reglages/historique": { ...REVISION, confirmation: "pas le bon" },
  "/premiers-pas": {},
  "/a-faire": { intention: "done", id: "x" },
  "/corbeille": { intention: "restore", key: "x" },
  "/cle": { purpose: "join", token: "x" },
  "/confirmer": { confirmation: "pas le bon" },
  "/registre": { q: "zoé", filtre: "minors" },
  "/ma-fiche": { contact: "zoe@exemple.ch" },
  "/ma-fiche/:token": { ...RECORD, intention: "correction", year: "2025", slot: "x", reply: "x", isAdult: "on" },
  "/mes-places/:token": { intention: "withdraw", reply: "x" },
  "/ecrire/stop/:token": { "List-Unsubscribe": "One-Click" },
  "/ecrire/stop/:token/reprendre": {},
  "/registre/a-verifier": { intention: "accept", id: "x 1 1" },
  "/registre/create": RECORD,
  "/registre/accepter/:signUpId": { ...RECORD, renew: "x", late: "email" },
  "/registre/modify/:recordId": { ...RECORD, version: "1" },
  "/registre/modify/:recordId/historique": REVISION,
  "/registre/importer": { intention: "read", since: "2020-01-01", packed: "x", "column-0": "lastName", file: "a.csv" },
  "/registre/:recordId": {
    intention: "record",
    year: "2025",
    paid: "0",
    amount: "20",
    way: "cash",
    date: "2025-03-01",
    version: "1",
    leftOn: "2025-03-01",
    leftReason: "",
    debts: "",
    returnedOn: "",
    reason: "",
    link: "x",
  },
  "/registre/:recordId/donnees": { intention: "erase", confirmation: "pas le bon" },
  "/assemblees/:day": { intention: "present", member: "x" },
  "/cotisations/banque": { intention: "search", q: "zoé", payment: "x", seen: "0", carried: "x" },
  "/cotisations": { year: "2025" },
  "/cotisations/ouvrir": { year: "2025" },
  "/cotisations/:year/verificateurs": { close: "2025" },
  "/cotisations/:year/envoyer": { way: "sms", id: "x", member: "x", intention: "words", tu: "{montant} {lien}" },
  "/registre/bienvenue": { intention: "words", tu: "{lien}", vous: "{lien}", guardian: "{lien}", version: "0" },
  "/registre/autorisations": { intention: "sent", kind: "consent", member: "x", fees: "x", way: "sms", at: "x" },
  "/evenement/modify/:eventId/coups-de-main/demander": { ...TOUCH, kind: "slot-request" },
  "/evenement/modify/:eventId/coups-de-main/a-confirmer": { ...TOUCH, kind: "slot-change", about: "x", reply: "x" },
  "/evenement/modify/:eventId/coups-de-main/rappel": {
    ...TOUCH,
    kind: "slot-reminder",
    about: "2025-08-02",
    reply: "x",
    id: "x",
    confirmation: "pas le bon",
  },
  "/ecrire/:mailingId": { ...TOUCH, kind: "mailing", reply: "x", shown: "x", tu: "{sujet} {lien}" },
  "/registre/liens": { intention: "sent", kind: "lost-link", member: "x", fees: "", way: "sms", at: "x" },
  "/registre/envois": { intention: "sent", kind: "welcome", member: "x", fees: "x", way: "sms", at: "x" },
  "/cotisations/:year": { intention: "waive", id: "x", reason: "Études" },
  "/inscriptions": { intention: "search", q: "zoé", filter: "tout" },
  "/messages": { id: "x", intention: "handle" },
  "/logout": {},
};

/** Forms without a session. A login redirects a signed-in account at once. */
const PUBLIC: readonly string[] = [
  "/contact",
  "/inscription",
  "/inscription/merci",
  "/login",
  "/invitation/:token",
  "/ma-fiche",
  "/ma-fiche/:token",
  "/mes-places/:token",
  "/ecrire/stop/:token",
  "/ecrire/stop/:token/reprendre",
  "/premier-compte/:token",
];
export const isPublic = (route: string): boolean => PUBLIC.includes(route);

const FILES: readonly string[] = ["image", "photo", "file"];
const ALL: Form = Object.assign({}, ...Object.values(FORMS));

/** Of all forms, each once. */
export const FIELD_NAMES: readonly string[] = Object.keys(ALL);

/** @returns the form that a route takes; a route without a row gets a form with the fields of all others */
export const formOf = (route: string): Form => FORMS[route] ?? ALL;

/** @returns the form as a browser sends it in several parts, which carry every character in the fewest bytes */
export function bodyOf(form: Form): FormData {
  const body = new FormData();
  for (const [name, value] of Object.entries(form)) {
    if (FILES.includes(name)) body.append(name, new File(["x"], value.toWellFormed()));
    else body.append(name, value.toWellFormed());
  }
  return body;
}

/** `subject` of a deleted event whose dossier is kept. */
const KEPT = "kept0000000000000000";

/** A site with a member, an event and an open invitation. @returns also the addresses of its routes */
export async function openSiteWithContent(env?: Record<string, string>) {
  const site = await openSite(env);
  const { committee, events, auth } = site.services;
  await committee.create("DupontMembre", { lastName: "Dupont", firstName: "Zoé", role: "Membre", displayedRole: "" });
  await events.create("Bal0825", {
    ...EMPTY_EVENT,
    ...(EVENEMENT as Record<"Nom" | "FirstDay" | "LastDay" | "StartTime" | "Lieu" | "AfterMovie", string>),
    month: "2025-08",
    status: "",
  });
  const [saved, { entry }] = await Promise.all([
    site.services.register.save([{ id: null, data: { ...EMPTY_MEMBER, ...RECORD } }], null),
    site.services.inbox.add(aSignUp(), new Date()),
  ]);
  const subject = (await events.get("Bal0825"))?.subject ?? "";
  const [slot = ""] = await site.services.slots.add(subject, [{ ...EMPTY_SLOT, post: "Bar" }], null);
  const item = await site.services.handoverItems.add({ ...EMPTY_HANDOVER_ITEM, what: "Clés" }, null);
  const task = { text: "Affiche", due: null, who: "" };
  const [ofEvent = ""] = await site.services.tasks.add(subject, [task], null);
  const [ofAssociation = ""] = await site.services.tasks.add(ASSOCIATION, [task], null);
  await site.services.fees.open({ year: "2025", amount: 5000, joinedBy: "2025-10-01" }, null);
  const days = { month: "2024-08", firstDay: "", lastDay: "", startTime: "", endTime: "" };
  await site.services.dossiers.keep(KEPT, { ...days, name: "Fête" });
  const invitation = await auth.invite("camille@exemple.ch");
  const places: Record<string, string> = {
    ":token": invitation?.token ?? "",
    ":memberId": "DupontMembre",
    ":eventId": "Bal0825",
    ":slug": "charte",
    ":change": "reporter",
    ":recordId": saved.ok ? (saved.value[0] ?? "") : "",
    ":signUpId": entry.id,
    ":year": "2025",
    ":day": "2025-03-01",
    ":slotId": slot,
    ":itemId": item ?? "",
    ":taskId": ofEvent,
    ":notesEventId": "Bal0825",
    ":resultEventId": "Bal0825",
    ":subject": KEPT,
    ":notesSubject": KEPT,
    ":resultSubject": KEPT,
  };
  places[":mailingId"] = newMailingId();
  const recipients = [{ member: places[":recordId"] ?? "", reply: "" }];
  await site.services.mailings.create(places[":mailingId"], aMailing({ recipients }), [], null);
  const link = await readMemberLink(site.services, { id: places[":recordId"] ?? "", returnedOn: "" });
  const placesLink = await signUpForSlot(site);
  const addressOf = (route: string) =>
    route
      .replace("/ma-fiche/:token", link)
      .replace("/mes-places/:token", placesLink)
      .replace("/dossiers/:subject/tache/:taskId", `/dossiers/${ASSOCIATION}/tache/${ofAssociation}`)
      .replace(/:[\w*]+/g, (place) => places[place] ?? "x");
  return { site, cookie: await site.signIn(), addressOf };
}

/** @returns the link of a reply to a slot of the event, in the far future, so that the reply may be withdrawn */
async function signUpForSlot({ services }: Awaited<ReturnType<typeof openSite>>): Promise<string> {
  await services.events.create("Bal0899", {
    ...EMPTY_EVENT,
    name: "Bal",
    month: "2099-08",
    firstDay: "2099-08-02",
  });
  const event = await services.events.get("Bal0899");
  if (!event) throw new Error("unreachable");
  const times = { from: { days: 0, time: "19:00" }, until: { days: 0, time: "22:00" } };
  const chosen = await services.slots.add(event.subject, [{ ...EMPTY_SLOT, post: "Bar", ...times }], null);
  const replier = { member: "", name: "Zoé Dupont", phone: "0791234567", isAdult: true, birthDate: "" } as const;
  const outcome = await replyToSlots(services, { event, chosen, replier: { ...replier, door: "public" } });
  const reply = outcome.is === "refused" ? undefined : outcome.replies[0];
  if (!reply) throw new Error("unreachable");
  return `/mes-places/${await services.placeLinks.tokenOf("submission", reply)}`;
}
