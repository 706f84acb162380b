/** HTML and typography of every page in every state, as the server renders it. */
import { expect, it } from "vitest";
import { ADMIN, setUpSite } from "#tests/http/site.ts";
import { jpeg } from "#tests/images/pictures.ts";
import { COMMITTEE_PAGES, PUBLIC_PAGES } from "#tests/public-pages.ts";
import { faultsIn } from "#tests/typography.ts";
import { errorsIn, hasJava, type State, textsOf } from "./html-checker.ts";

const SCREENS = [
  ...COMMITTEE_PAGES,
  "/comite",
  "/planning",
  "/confirmer",
  "/logout",
  "/comite/modify/Personne",
  "/journal?sujet=messages",
];
const MINOR = { nom: "Rèze", prenom: "Zoé", adresse: "Rue 1, 1965 Savièse", tel: "0791234567", charte: "on" };
const MESSAGE = { nom: "Léo Rèze", email: "leo@exemple.ch", sujet: "Le bal", message: "Bonjour.\n\nÀ bientôt." };
const aYearOf17 = `${new Date().getFullYear() - 17}-01-01`;

const site = setUpSite();

type Fields = Record<string, string | File>;

/** Requests pages as a browser without script does, and keeps their HTML. */
function collector() {
  const states: State[] = [];
  const cookies = new Map<string, string>();
  const ask = async (path: string, init: RequestInit = {}) => {
    const cookie = [...cookies].map((pair) => pair.join("=")).join("; ");
    const headers = { cookie, origin: site.config.publicUrl };
    const answer = await site.request(path, { ...init, headers });
    for (const line of answer.headers.getSetCookie()) {
      const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      cookies.set(name, value);
    }
    return answer;
  };
  const keep = async (name: string, first: Response) => {
    let answer = first;
    for (let led = 0; led < 5 && answer.headers.has("location"); led++)
      answer = await ask(answer.headers.get("location") ?? "");
    const html = await answer.text();
    expect(html, name).toMatch(/^<!doctype html>/i);
    states.push({ name: `${name} (${answer.status})`, html });
    return html;
  };
  return {
    states,
    open: async (path: string, name = path) => keep(name, await ask(path)),
    async send(path: string, fields: Fields, name = "sent") {
      const body = new FormData();
      for (const [field, value] of Object.entries(fields)) body.append(field, value);
      return keep(`${path}, ${name}`, await ask(path, { method: "POST", body }));
    },
  };
}

type Collector = ReturnType<typeof collector>;

async function visit({ open, send }: Collector): Promise<void> {
  for (const path of [...PUBLIC_PAGES, "/nulle-part", "/login", "/invitation/x", "/premier-compte/x"]) await open(path);
  // The page of a refused method, 405.
  await send("/charte", {}, "no form here");
  for (const path of ["/dons/qr-facture?montant=20", "/dons/qr-facture?montant=zut"]) await open(path);
  await send("/contact", { nom: "" }, "refused");
  await send("/contact", MESSAGE, "thanks");
  await send("/ma-fiche", { contact: "x" }, "refused");
  await send("/ma-fiche", { contact: "079 123 45 67" }, "answered");
  await send("/inscription", { ...MINOR, tel: "1", dateAnniv: "2020-01-01" }, "refused");
  await send("/inscription", { ...MINOR, dateAnniv: aYearOf17 }, "a minor, without the consent");
  await send("/inscription", { ...MINOR, dateAnniv: aYearOf17, charteMineur: "on" }, "thanks of a minor");
  await send("/inscription", { ...MINOR, dateAnniv: "1999-12-31" }, "thanks");
  await send("/login", { username: "a@b.ch", password: "faux" }, "refused");
  await send("/login", { username: "", password: "" }, "empty");
}

async function work({ open, send }: Collector): Promise<void> {
  const photo = new File([new Uint8Array(await jpeg(400, 480))], "a.jpg", { type: "image/jpeg" });
  for (const path of SCREENS) await open(path, `${path}, before anything is there`);
  await send("/comite/create", { Prenom: "", Nom: "", Poste: "Reine" }, "refused");
  await send("/comite/create", { Prenom: "Élodie", Nom: "Muscat", Poste: "Membre", photo }, "kept");
  await send("/comite/create", { Prenom: "Ana", Nom: "Diolle", Poste: "Caissier" }, "kept without a photo");
  const day = {
    mois: "08",
    annee: "2031",
    FirstDay: "2031-08-01",
    LastDay: "2031-08-02",
    StartTime: "18:00",
    Lieu: "Savièse",
  };
  await send("/evenement/create", { Nom: "", mois: "", annee: "1825", Lieu: "" }, "refused");
  await send("/evenement/create", { Nom: "Bal", ...day, AfterMovie: "https://exemple.ch/film", image: photo }, "kept");
  await send(
    "/evenement/create",
    { Nom: "Nuit", ...day, publication: "draft", Details: "a\n\nb", image: photo },
    "kept",
  );
  const link = /\/apercu\/[\w-]+/.exec(await open("/evenement/modify/Nuit0831"))?.[0];
  if (link) await open(link, "a draft, by its link");
  for (const path of ["/comite/modify/MuscatMembre", "/evenement/modify/Bal0831", "/planning/Bal0831"])
    await open(path);
  const version = /name="version" value="([^"]*)"/.exec(await open("/comite/modify/MuscatMembre"))?.[1] ?? "";
  await send("/comite/modify/MuscatMembre", { Prenom: "Élodie", Nom: "Muscat", Poste: "Caissier", version }, "kept");
  for (const path of ["/comite/modify/MuscatMembre", "/evenement/modify/Bal0831"]) await open(`${path}/historique`);
  for (const path of ["/comite/modify/MuscatMembre/photo", "/evenement/modify/Bal0831/affiche"]) await open(path);
  await open("/evenement/modify/Bal0831/etat/reporter");
  const plan = "/evenement/modify/Bal0831/coups-de-main";
  const night = { posts: "Bar, entrée", evening: day.FirstDay, from: "20:00", until: "02:00", every: "3", needed: "4" };
  await send(`${plan}/soiree`, { ...night, posts: "", needed: "0" }, "refused");
  await send(`${plan}/soiree`, { ...night, adultsOnly: "on", membersOnly: "on" }, "kept");
  const slot = /[\w-]+(?=">Modifier)/.exec(await open(plan))?.[0];
  for (const path of ["/creneau", `/${slot}`]) await open(plan + path);
  const lines = "/dossiers/association/lignes";
  await send(`${lines}/ajouter`, { what: "", where: "x" }, "refused");
  await send(`${lines}/ajouter`, { what: "Clés", where: "mdp=soleil", who: "Élodie" }, "kept");
  const line = /lignes\/([\w-]{10,})/.exec(await open(lines))?.[1];
  for (const path of ["/ajouter?quoi=Caisses", `/${line}`, `/${line}/historique`]) await open(lines + path);
  await send(`${lines}/${line}`, { what: "Clés", where: "Armoire", who: "", version: "0" }, "outdated");
  const leaving = [...(await open("/passer-la-main")).matchAll(/name="qui" value="([\w-]+)"/g)].map(
    ([, id]) => `qui=${id}`,
  );
  await send("/passer-la-main", {}, "tasks added");
  await open(`/passer-la-main?${leaving.join("&")}`, "people who leave");
  const dossier = "/evenement/modify/Bal0831/dossier";
  await open(dossier, "empty");
  await open(`${dossier}/prendre`);
  await send(`${dossier}/prendre`, { list: "party" }, "refused");
  await send(`${dossier}/prendre`, { list: "party", task: "0" }, "kept");
  await send(`${dossier}/tache`, { text: "", due: "x" }, "refused");
  await send(`${dossier}/tache`, { text: "Affiche", due: "J-60", who: "Zoé" }, "kept");
  const task = /tache\/([\w-]+)/.exec(await open(dossier))?.[1];
  for (const path of ["/notes", "/tache", `/tache/${task}`]) await open(dossier + path);
  await send(`${dossier}/notes`, { notes: "**Bar**\n\n- 40 fûts\n- glace", version: "0" }, "kept");
  await send(`${dossier}/notes`, { notes: "autre", version: "x" }, "outdated");
  for (const path of ["", "/notes", "/tache"]) await open(`/dossiers/association${path}`);
  const result = "/evenement/modify/Bal0831/dossier/resultat";
  await open(result);
  await send(result, { intention: "save", lines: "Bar dix", version: "0" }, "refused");
  await send(result, { intention: "save", lines: "Bar 10’498.–\nSécurité −988.25", version: "0" }, "kept");
  await send(result, { intention: "save", lines: "Bar 1", version: "0" }, "outdated");
  await send(result, {
    intention: "close",
    version: /name="version" value="([^"]*)"/.exec(await open(result))?.[1] ?? "",
  });
  await send(result, { intention: "correct", line: "DJ" }, "a refused correction");
  await send(result, { intention: "correct", line: "DJ −500" }, "corrected");
  for (const path of [`${result}/historique`, "/evenement/modify/Bal0831/dossier/historique", "/dossiers"])
    await open(path);
  await open("/planning?confirmer=supprimer-Bal0831", "the deletion of an event with a dossier");
  await send("/evenement/modify/Bal0831/affiche", { intention: "save", version: "0", image: photo }, "outdated");
  await send("/comite/modify/MuscatMembre/historique", { version, state: "x" }, "forgotten");
  await send("/comite/modify/MuscatMembre", { Prenom: "É", Nom: "M", Poste: "Membre", version: "0" }, "outdated");
  await send("/evenement/modify/Bal0831", { Nom: "", ...day, version: "1" }, "refused");
  await send("/reglages", { iban: "CH44 3199 9123 0008 8901 2", postcode: "x", recipients: "non" }, "refused");
  await send("/reglages", { what: "test" }, "a test mail");
  await send("/reglages", { what: "check" }, "a check");
  await send("/comptes", { intention: "invite", firstName: "Paul", email: "pas une adresse" }, "refused");
  await send("/comptes", { intention: "invite", firstName: "Paul", email: "anne@exemple.ch" }, "invited");
  await send("/comptes", { intention: "make-calendar" }, "with a calendar link");
  await send("/mot-de-passe", { current: "faux", newPassword: "court" }, "refused");
  const found = await open("/messages");
  await open(/\/messages\?id=[\w-]+/.exec(found)?.[0] ?? "/messages", "an open message");
  for (const path of [
    ...SCREENS,
    "/",
    "/inscriptions?filtre=mineur",
    "/inscriptions?filtre=nouveau&recherche=0a1b2c3d",
  ])
    await open(path);
}

const NO_JAVA = hasJava() ? "" : " (left out: the W3C's checker needs Java 11)";
/** A page with one error, which shows that the checker ran. */
const WRONG = {
  name: "a wrong page",
  html: '<!doctype html><html lang="fr"><head><title>Non</title></head><body><p><img src="a.png"></p></body></html>',
};

it.skipIf(NO_JAVA)(`every page in every state is valid HTML, with French typography${NO_JAVA}`, async () => {
  const collected = collector();
  await visit(collected);
  await collected.send("/login", { username: ADMIN.email, password: ADMIN.password }, "signed in");
  await work(collected);
  const texts = collected.states.flatMap(({ name, html }) => textsOf(html).map((text) => [name, text] as const));
  expect(texts.length).toBeGreaterThan(3000);
  expect(collected.states.length).toBeGreaterThan(60);
  const errors = errorsIn([...collected.states, WRONG]);
  expect.soft(texts.flatMap(([name, text]) => faultsIn(text).map((fault) => `${name}: ${fault}`))).toEqual([]);
  expect(await errors).toEqual([expect.stringMatching(/^a wrong page, line 1: .*\balt\b/)]);
});

it("the typography check reads the texts that people read or hear, block by block", () => {
  const html = `<!doctype html><html lang="fr"><head><meta name="description" content="L&#x27;été"/><title>Un</title>
    <script type="module">if (1 < 2) "a";</script></head><body><!-- no --><div><p>Bal <em>au</em> lac&nbsp;!</p>
    <p class="iban">CH</p><img alt="Affiche"><code>x</code></div><button aria-label="Fermer" disabled>×</button></body></html>`;
  expect(textsOf(html)).toEqual(["Bal au lac\u00a0!", "×", "Affiche", "Fermer", "Un", "L'été"]);
});
