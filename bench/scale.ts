/** How long pages take that are not in memory, as the association grows: rendered in this process, on a real file. */
import type { Services } from "#ports/services.ts";
import { openHere } from "./here.ts";
import { mediane } from "./statistics.ts";

const TAILLES = [
  { evenements: 10, membres: 10, inscriptions: 100 },
  { evenements: 100, membres: 100, inscriptions: 1000 },
  { evenements: 1000, membres: 1000, inscriptions: 10_000 },
] as const;
const FOIS = 5;
const COMPTE = { email: "comite@exemple.ch", motDePasse: "tracteur-violon-nuage" };

type App = Awaited<ReturnType<typeof openHere>>["app"];
type Taille = (typeof TAILLES)[number];
type Mesure = Taille & { planningMs: number; comiteMs: number; boiteMs: number; rechercheMs: number };

/** @returns the milliseconds of each page, the median of several */
async function mesurer(taille: Taille): Promise<Mesure> {
  const { app, services, publicUrl, close } = await openHere(false);
  await remplir(services, taille);
  await services.auth.createAccount(COMPTE.email, COMPTE.motDePasse);
  const cookie = await ouvrirSession(app, publicUrl);
  const chrono = async (chemin: string, qui = cookie) => {
    const temps: number[] = [];
    for (let i = 0; i < FOIS; i++) {
      const debut = performance.now();
      const reponse = await app.request(publicUrl + chemin, { headers: { cookie: qui } });
      await reponse.text();
      if (reponse.status !== 200) throw new Error(`${chemin} answered ${reponse.status}.`);
      temps.push(performance.now() - debut);
    }
    return mediane(temps);
  };
  const search = await searchFor(app, publicUrl, cookie);
  const mesure = {
    ...taille,
    planningMs: await chrono("/planning"),
    comiteMs: await chrono("/comite"),
    boiteMs: await chrono("/inscriptions"),
    rechercheMs: await chrono(search.address, search.cookie),
  };
  await close();
  return mesure;
}

async function ouvrirSession(app: App, publicUrl: string): Promise<string> {
  const body = new URLSearchParams({ username: COMPTE.email, password: COMPTE.motDePasse });
  const reponse = await app.request(`${publicUrl}/login`, { method: "POST", headers: { origin: publicUrl }, body });
  return (
    reponse.headers
      .getSetCookie()
      .find((un) => un.includes("session="))
      ?.split(";", 1)[0] ?? ""
  );
}

/** @returns the address of what was found, and the cookies to read it with */
async function searchFor(app: App, publicUrl: string, cookie: string) {
  const body = new URLSearchParams({ intention: "chercher", q: "reynard" });
  const headers = { origin: publicUrl, cookie };
  const answer = await app.request(`${publicUrl}/inscriptions`, { method: "POST", headers, body });
  const searches = answer.headers.getSetCookie().map((one) => one.split(";", 1)[0]);
  return { address: answer.headers.get("location") ?? "", cookie: [cookie, ...searches].join("; ") };
}

const deuxChiffres = (n: number) => String(n).padStart(2, "0");

async function remplir({ evenements, membres, inbox }: Services, taille: Taille): Promise<void> {
  for (let i = 0; i < taille.evenements; i++)
    await evenements.create(`Fete${i}`, {
      ...({ Du: "", Au: "", Heure: "", Etat: "" } as const),
      Nom: `Fête numéro ${i}`,
      Date: `${2000 + (i % 80)}-${deuxChiffres(1 + (i % 12))}`,
      Lieu: "Savièse",
      AfterMovie: "",
    });
  for (let i = 0; i < taille.membres; i++)
    await membres.create(`Membre${i}`, { Prenom: "Élodie", Nom: `Reynard ${i}`, Poste: "Membre" });
  for (let i = 0; i < taille.inscriptions; i++)
    await inbox.add(
      {
        type: "inscription",
        contenu: {
          nom: i % 10 === 0 ? "Reynard" : "Dubuis",
          prenom: `Léa ${i}`,
          adresse: "Route de Prinzières 12, 1965 Savièse",
          tel: `079${String(i).padStart(7, "0")}`,
          dateAnniv: `01.01.${1990 + (i % 18)}`,
          charte: "Validé par la personne",
          charteMineur: "Majeur",
        },
      },
      new Date(Date.now() - i * 60_000),
    );
}

/** @returns one line per size, growing */
export async function mesurerLaCroissance(): Promise<Mesure[]> {
  const mesures: Mesure[] = [];
  for (const taille of TAILLES) mesures.push(await mesurer(taille));
  return mesures;
}
