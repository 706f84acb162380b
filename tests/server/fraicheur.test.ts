/** What the committee saves is what the next visitor reads, although pages are served from memory. */
import { expect, it } from "vitest";
import { demarrer } from "./process.ts";
import { dossierDuComite, poster, seConnecter } from "./visite.ts";

it("whatever was saved is on the page for whoever asks once the save is answered", async () => {
  const { url } = await demarrer({ DATA_DIR: await dossierDuComite() });
  const cookie = await seConnecter(url);
  const lire = async () => (await fetch(`${url}/comite`)).text();
  for (const Prenom of ["Élodie", "Camille", "Samuel", "Mathilde", "Fabrice"]) {
    expect(await lire()).not.toContain(Prenom);
    const champs = new URLSearchParams({ Prenom, Nom: "Fendant", Poste: "Caissier", hp: "" });
    expect((await poster(url, "/comite/create", champs, cookie)).status).toBe(302);
    expect(await lire()).toContain(Prenom);
  }
});

it("visitors who ask while something is being saved are all answered", async () => {
  const { url } = await demarrer({ DATA_DIR: await dossierDuComite() });
  const cookie = await seConnecter(url);
  const lire = async () => (await fetch(`${url}/comite`)).text();
  await lire();
  const champs = new URLSearchParams({ Prenom: "Élodie", Nom: "Fendant", Poste: "Caissier", hp: "" });
  const pages = await Promise.all([
    ...Array.from({ length: 50 }, lire),
    poster(url, "/comite/create", champs, cookie).then(lire),
  ]);
  for (const page of pages) expect(page).toContain("</html>");
  expect(pages.at(-1)).toContain("Élodie");
});
