import fc from "fast-check";
import { expect, it } from "vitest";
import { estUnFormulaire, formParts, type Part } from "#app/form-parts.server.ts";

/** What browsers send of a field: they write each end of a line in the same way. */
const enVoyage = (texte: string) => texte.replace(/\r\n|\r|\n/g, "\r\n");

const texte = fc.string({ unit: "grapheme", maxLength: 60 });
const nomDeChamp = fc.string({ unit: fc.constantFrom(..."abcXYZ09_-"), minLength: 1, maxLength: 12 });

/** Encodes a form as an independent party does. */
async function encoder(corps: FormData | URLSearchParams): Promise<[string, Uint8Array]> {
  const requete = new Request("http://localhost", { method: "POST", body: corps });
  return [requete.headers.get("content-type") ?? "", new Uint8Array(await requete.arrayBuffer())];
}

const lisible = (part: Part) =>
  "texte" in part ? part : { ...part, fichier: { ...part.fichier, octets: [...part.fichier.octets] } };

it("gives back every field as it was typed, in the order in which they came", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.tuple(nomDeChamp, texte), { maxLength: 8 }), async (champs) => {
      const [enParties, enLigne] = [new FormData(), new URLSearchParams()];
      for (const [nom, valeur] of champs) enParties.append(nom, valeur);
      for (const [nom, valeur] of champs) enLigne.append(nom, valeur);
      const attendus = champs.map(([nom, valeur]) => ({ nom, texte: valeur }));
      if (champs.length > 0)
        expect(formParts(...(await encoder(enParties)))).toEqual(
          attendus.map((un) => ({ ...un, texte: enVoyage(un.texte) })),
        );
      expect(formParts(...(await encoder(enLigne)))).toEqual(attendus);
    }),
  );
});

it("gives back a file byte for byte, whatever is in it", async () => {
  await fc.assert(
    fc.asyncProperty(fc.uint8Array({ maxLength: 3000 }), fc.boolean(), async (octets, avecRetours) => {
      const contenu = avecRetours
        ? new Uint8Array([...octets, ...new TextEncoder().encode("\r\n--\r\n--x\r\n")])
        : octets;
      const corps = new FormData();
      corps.append("avant", "1");
      corps.append("image", new File([contenu], "affiche d’été.jpg"));
      corps.append("après", "2");
      expect(formParts(...(await encoder(corps))).map(lisible)).toEqual([
        { nom: "avant", texte: "1" },
        { nom: "image", fichier: { nom: "affiche d’été.jpg", octets: [...contenu] } },
        { nom: "après", texte: "2" },
      ]);
    }),
  );
});

it("does not copy a file", async () => {
  const corps = new FormData();
  corps.append("image", new File([new Uint8Array(1_000_000)], "a.jpg"));
  const [type, octets] = await encoder(corps);
  const [part] = formParts(type, octets);
  expect(part && "fichier" in part && part.fichier.octets.buffer).toBe(octets.buffer);
});

it("refuses what breaks off anywhere, and what names no boundary", async () => {
  const corps = new FormData();
  corps.append("nom", "Zoé");
  corps.append("image", new File(["abc"], "a.jpg"));
  const [type, octets] = await encoder(corps);
  // The last two bytes are a line break after the end.
  for (let fin = 0; fin < octets.length - 2; fin++)
    expect(() => formParts(type, octets.subarray(0, fin)), String(fin)).toThrow();
  expect(() => formParts("multipart/form-data", octets)).toThrow();
  expect(() => formParts("multipart/form-data; boundary=autre", octets)).toThrow();
});

it("refuses more parts than any form has", async () => {
  const corps = new FormData();
  for (let n = 0; n < 201; n++) corps.append("a", "b");
  const [type, octets] = await encoder(corps);
  expect(() => formParts(type, octets)).toThrow();
});

it.each([
  ["multipart/form-data; boundary=x", true],
  ["Application/x-www-form-urlencoded; charset=UTF-8", true],
  ["application/json", false],
  ["text/plain", false],
  ["", false],
])("knows that '%s' is a form: %s", (type, attendu) => {
  expect(estUnFormulaire(type)).toBe(attendu);
});
