/** The whole site with MAIL=emailjs, as a setting: what visitors send arrives by EmailJS, or the committee reads why not. */
import { expect, it, vi } from "vitest";
import { type Demande, dire, serveurEmailJs } from "#tests/contracts/emailjs-server.ts";
import { ouvrirSiteDuCourrier, premierId } from "./site-du-courrier.ts";

const PATIENCE = { timeout: 20_000, interval: 50 };

/** A page as it reads: React parts texts with comments. */
const sansBalises = (html: string) => html.replaceAll("<!-- -->", "").replaceAll("&#x27;", "'");

const site = (url: string) =>
  ouvrirSiteDuCourrier({
    MAIL: "emailjs",
    EMAILJS_URL: url,
    EMAILJS_PUBLIC_KEY: "cle_publique",
    EMAILJS_PRIVATE_KEY: "cle_privee",
    EMAILJS_SERVICE_ID: "service_jeunesse",
    EMAILJS_TEMPLATE_CONTACT: "template_contact",
    EMAILJS_TEMPLATE_INSCRIPTION: "template_inscription",
  });

const lues = (demandes: readonly Demande[]) => demandes.map(({ corps }) => JSON.parse(corps));

it("a sign-up and a message arrive by EmailJS, each by its own template, each once", async () => {
  const emailjs = await serveurEmailJs();
  const { recevoir, etats, attendreUneHeure, lire, journal } = await site(emailjs.url);
  for (const page of await recevoir(1)) expect(page).toMatch(/Merci de votre (?:inscription|message)/);
  await vi.waitUntil(async () => (await etats()).every(({ etat }) => etat === "envoye"), PATIENCE);
  attendreUneHeure();
  expect(await lire("/inscriptions")).toContain("Nom0");
  const envoyees = lues(emailjs.demandes);
  expect(envoyees.map(({ template_id }) => template_id).toSorted()).toEqual([
    "template_contact",
    "template_inscription",
  ]);
  const [inscription] = envoyees.filter(({ template_id }) => template_id === "template_inscription");
  expect(inscription).toMatchObject({ user_id: "cle_publique", accessToken: "cle_privee" });
  expect(inscription.template_params).toEqual({
    nom: "Nom0",
    prenom: "Zoé",
    adresse: "Chemin 4",
    tel: "0791234567",
    dateAnniv: "05.08.1999",
    charte: "Validé par la personne",
    charteMineur: "Majeur",
  });
  expect(journal).toEqual([]);
});

it.each([
  [429, "Too Many Requests", "EmailJS reçoit trop de demandes à la fois"],
  [503, "Service Unavailable", "EmailJS est en panne"],
])("mail that EmailJS does not take at the moment (%i) waits, says why, and arrives later, once", async (...cas) => {
  const [status, texte, raison] = cas;
  const emailjs = await serveurEmailJs(dire(status, texte));
  const { recevoir, etats, lire, attendreUneHeure, journal } = await site(emailjs.url);
  for (const page of await recevoir(1)) expect(page).toMatch(/Merci de votre (?:inscription|message)/);
  await vi.waitUntil(
    async () => (await etats()).every((etat) => etat.etat === "en-attente" && etat.tentatives > 0),
    PATIENCE,
  );
  const id = premierId(await lire("/inscriptions"));
  expect(sansBalises(await lire(`/inscriptions?id=${id}`))).toContain(`${raison} (réponse ${status})`);

  emailjs.demandes.length = 0;
  emailjs.repondre(dire(200, "OK"));
  attendreUneHeure();
  await vi.waitUntil(async () => (await etats()).every(({ etat }) => etat === "envoye"), PATIENCE);
  expect(emailjs.demandes).toHaveLength(2);
  expect(journal).toEqual([]);
});

it.each([
  [400, "The template ID is required", "EmailJS ne reconnaît pas l’identifiant du modèle"],
  [
    403,
    "API calls are disabled for non-browser applications",
    "EmailJS n’accepte pas d’envoi depuis un serveur\u00a0: il faut l’autoriser dans son tableau de bord",
  ],
  [451, "Unavailable For Headless Browser", "EmailJS prend le site pour un navigateur automatique et refuse l’envoi"],
])(
  "a refusal for good (%i) stands on /inscriptions with its reason, and goes out with « Renvoyer »",
  async (...cas) => {
    const [status, texte, raison] = cas;
    const emailjs = await serveurEmailJs(dire(status, texte));
    const { recevoir, etats, lire, envoyer, cookie, reveiller } = await site(emailjs.url);
    await recevoir(1);
    await vi.waitUntil(async () => (await etats()).every(({ etat }) => etat === "echec"), PATIENCE);
    expect(emailjs.demandes).toHaveLength(2);
    const id = premierId(await lire("/inscriptions?filtre=echec"));
    const page = sansBalises(await lire(`/inscriptions?filtre=echec&id=${id}`));
    expect(page).toContain("Échec de l’e-mail");
    expect(page).toContain(`${raison} (réponse ${status})`);

    emailjs.repondre(dire(200, "OK"));
    const reponse = await envoyer(`/inscriptions?id=${id}`, { id, intention: "renvoyer" }, cookie);
    expect(reponse.status).toBe(302);
    reveiller();
    await vi.waitUntil(async () => (await lire(`/inscriptions?id=${id}`)).includes("E-mail envoyé"), PATIENCE);
    expect(lues(emailjs.demandes)).toHaveLength(3);
  },
);

it("the privacy page names EmailJS, its countries, and that no guarantee is known", async () => {
  const { lire } = await site("http://127.0.0.1:1");
  const page = sansBalises(await lire("/confidentialite"));
  expect(page).toContain("<dt>EmailJS Pte. Ltd.</dt>");
  expect(page).toContain("Singapour et États-Unis");
  expect(page).toContain("Les garanties ne sont pas indiquées ici");
  expect(page).not.toMatch(/cle_publique|cle_privee|service_jeunesse/);
});

it("the country of several providers is said once", async () => {
  const { services, lire } = await site("http://127.0.0.1:1");
  const google = { prestataire: "Google", pays: ["États-Unis"], garantie: null } as const;
  Object.assign(services, { traitements: [{ role: "comptes", ...google }, ...services.traitements] });
  const page = sansBalises(await lire("/confidentialite"));
  expect(page).toContain("communiquées à l’étranger (États-Unis et Singapour)");
});

it("settings and trial say that the addresses are those of EmailJS's templates, and never speak of MAIL_TO", async () => {
  const emailjs = await serveurEmailJs();
  const { envoyer, lire, cookie } = await site(emailjs.url);
  const page = sansBalises(await lire("/reglages"));
  expect(page).toContain("écrit aux adresses inscrites dans ses modèles");
  const essai = sansBalises(await (await envoyer("/reglages", { quoi: "essai" }, cookie)).text());
  expect(essai).toContain("EmailJS l’a accepté, pour les adresses inscrites dans ses modèles");
  for (const html of [page, essai]) expect(html).not.toMatch(/MAIL_TO|celles de la configuration/);
});

it("nobody is mailed a link to a password by EmailJS: the committee passes it on by hand", async () => {
  const emailjs = await serveurEmailJs();
  const { envoyer, cookie, services } = await site(emailjs.url);
  const reponse = await envoyer("/comptes", { email: "lea@exemple.ch", intention: "inviter" }, cookie);
  expect(reponse.status).toBeLessThan(400);
  expect(services.courrierCompte).toBeNull();
  expect(await reponse.text()).toContain("/mot-de-passe");
  expect(emailjs.demandes).toEqual([]);
});
