/** The whole site with its outbox at work, a clock that the test moves, and visitors who sign up and write. */
import { expect, onTestFinished } from "vitest";
import type { TypeDEnvoi } from "#domain/submission.ts";
import { startOutbox } from "#server/outbox.ts";
import { ouvrirSite } from "./site.ts";

const HEURE_MS = 60 * 60 * 1000;

/** @param env as for `ouvrirSite` */
export async function ouvrirSiteDuCourrier(env: Record<string, string>) {
  const ici = await ouvrirSite(env);
  const { services } = ici;
  let avance = 0;
  services.clock = { now: () => new Date(Date.now() + avance) };
  const outbox = startOutbox(services, (panne) => ici.journal.push({ panne, ou: "outbox" }));
  onTestFinished(async () => {
    await outbox.stop();
    await ici.fermer();
  });

  const cookie = await ici.seConnecter();
  const lire = async (chemin: string) => (await ici.demander(chemin, { headers: { cookie } })).text();
  const etats = async () => {
    const lire = (type: TypeDEnvoi) => services.inbox.search({ type, texte: "", filtre: "tout", jour: "2026-01-01" });
    const listes = await Promise.all([lire("inscription"), lire("message")]);
    return listes.flatMap(({ fiches }) => fiches.map(({ courrier }) => courrier));
  };
  return {
    ...ici,
    cookie,
    lire,
    etats,
    reveiller: outbox.wake,
    /** The next attempts are due: an hour is the longest pause between two. */
    attendreUneHeure() {
      avance += HEURE_MS;
      outbox.wake();
    },
    /** Signs up and writes, as visitors do, while the outbox is at work. @returns the answers' texts */
    async recevoir(nombre: number): Promise<string[]> {
      const pages: string[] = [];
      for (let i = 0; i < nombre; i++) {
        const inscription = {
          nom: `Nom${i}`,
          prenom: "Zoé",
          adresse: "Chemin 4",
          tel: "0791234567",
          dateAnniv: "1999-08-05",
          charte: "on",
          hp: "",
        };
        const message = { nom: "Léo", email: "leo@exemple.ch", sujet: `Sujet${i}`, message: "Bonjour", hp: "" };
        for (const [chemin, champs] of [
          ["/inscription", inscription],
          ["/contact", message],
        ] as const) {
          const reponse = await ici.envoyer(chemin, champs);
          outbox.wake();
          expect(reponse.status).toBe(200);
          pages.push(await reponse.text());
        }
      }
      return pages;
    },
  };
}

/** @returns the id of an entry of a list of the committee's */
export function premierId(liste: string): string {
  const [, id = ""] = /name="id" value="([^"]+)"/.exec(liste) ?? /[?&](?:amp;)?id=([\w-]+)/.exec(liste) ?? [];
  expect(id).not.toBe("");
  return id;
}
