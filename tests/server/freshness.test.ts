/** Pages are served from memory: after a save they show what was saved, and visitors get an answer during the save. */
import { expect, it } from "vitest";
import { start } from "./process.ts";
import { committeeFolder, post, signIn } from "./visit.ts";

it("shows a member to the next visitor as soon as the save is answered, and answers fifty visitors meanwhile", async () => {
  const { url } = await start({ DATA_DIR: await committeeFolder() });
  const cookie = await signIn(url);
  const read = async () => (await fetch(`${url}/comite`)).text();
  const create = async (Prenom: string) => {
    const fields = new URLSearchParams({ Prenom, Nom: "Fendant", Poste: "Caissier", hp: "" });
    expect((await post(url, "/comite/create", fields, cookie)).status).toBe(302);
    return read();
  };
  for (const Prenom of ["Élodie", "Camille", "Samuel", "Mathilde"]) {
    expect(await read()).not.toContain(Prenom);
    expect(await create(Prenom)).toContain(Prenom);
  }
  const pages = await Promise.all([...Array.from({ length: 50 }, read), create("Fabrice")]);
  for (const page of pages) expect(page).toContain("</html>");
  expect(pages.at(-1)).toContain("Fabrice");
});
