/** What the committee saves is what the next visitor reads, although pages are served from memory. */
import { expect, it } from "vitest";
import { start } from "./process.ts";
import { committeeFolder, post, signIn } from "./visit.ts";

it("whatever was saved is on the page for whoever asks once the save is answered", async () => {
  const { url } = await start({ DATA_DIR: await committeeFolder() });
  const cookie = await signIn(url);
  const read = async () => (await fetch(`${url}/comite`)).text();
  for (const Prenom of ["Élodie", "Camille", "Samuel", "Mathilde", "Fabrice"]) {
    expect(await read()).not.toContain(Prenom);
    const fields = new URLSearchParams({ Prenom, Nom: "Fendant", Poste: "Caissier", hp: "" });
    expect((await post(url, "/comite/create", fields, cookie)).status).toBe(302);
    expect(await read()).toContain(Prenom);
  }
});

it("visitors who ask while something is being saved are all answered", async () => {
  const { url } = await start({ DATA_DIR: await committeeFolder() });
  const cookie = await signIn(url);
  const read = async () => (await fetch(`${url}/comite`)).text();
  await read();
  const fields = new URLSearchParams({ Prenom: "Élodie", Nom: "Fendant", Poste: "Caissier", hp: "" });
  const pages = await Promise.all([
    ...Array.from({ length: 50 }, read),
    post(url, "/comite/create", fields, cookie).then(read),
  ]);
  for (const page of pages) expect(page).toContain("</html>");
  expect(pages.at(-1)).toContain("Élodie");
});
