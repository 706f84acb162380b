import fc from "fast-check";
import { expect, it } from "vitest";
import { bringsForm, formParts, type Part } from "#app/form-parts.server.ts";

/** What browsers send of a field: they write each end of a line in the same way. */
const enVoyage = (texte: string) => texte.replace(/\r\n|\r|\n/g, "\r\n");

const texte = fc.string({ unit: "grapheme", maxLength: 60 });
const nomDeChamp = fc.string({ unit: fc.constantFrom(..."abcXYZ09_-"), minLength: 1, maxLength: 12 });

const sent = (body: BodyInit, headers?: HeadersInit) =>
  new Request("http://localhost", { method: "POST", body, ...(headers && { headers }) });

async function read(request: Request): Promise<Part[]> {
  const parts: Part[] = [];
  for await (const part of formParts(request)) parts.push(part);
  return parts;
}

/** @returns what arrives of a form that an independent party encodes */
const partsOf = (body: FormData | URLSearchParams) => read(sent(body));

const lisible = ([name, value]: Part) => [
  name,
  typeof value === "string" ? value : { ...value, octets: [...value.octets] },
];

it("gives back every field as it was typed, in the order in which they came", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.tuple(nomDeChamp, texte), { maxLength: 8 }), async (champs) => {
      const [enParties, enLigne] = [new FormData(), new URLSearchParams()];
      for (const [nom, valeur] of champs) enParties.append(nom, valeur);
      for (const [nom, valeur] of champs) enLigne.append(nom, valeur);
      if (champs.length > 0)
        expect(await partsOf(enParties)).toEqual(champs.map(([nom, valeur]) => [nom, enVoyage(valeur)]));
      expect(await partsOf(enLigne)).toEqual(champs);
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
      expect((await partsOf(corps)).map(lisible)).toEqual([
        ["avant", "1"],
        ["image", { nom: "affiche d’été.jpg", octets: [...contenu] }],
        ["après", "2"],
      ]);
    }),
  );
});

it("refuses what breaks off anywhere, and what names no boundary", async () => {
  const corps = new FormData();
  corps.append("nom", "Zoé");
  corps.append("image", new File(["abc"], "a.jpg"));
  const whole = sent(corps);
  const type = whole.headers.get("content-type") ?? "";
  const octets = await whole.bytes();
  const readAs = (some: Uint8Array<ArrayBuffer>, as: string) => read(sent(some, { "content-type": as }));
  // The last two bytes are a line break after the end.
  for (let fin = 0; fin < octets.length - 2; fin++)
    await expect(readAs(octets.slice(0, fin), type), String(fin)).rejects.toThrow();
  await expect(readAs(octets, "multipart/form-data")).rejects.toThrow();
  await expect(readAs(octets, "multipart/form-data; boundary=autre")).rejects.toThrow();
});

it("refuses more parts than any form has", async () => {
  const [parts, pairs] = [new FormData(), new URLSearchParams()];
  for (let n = 0; n < 201; n++) for (const form of [parts, pairs]) form.append("a", "b");
  await expect(partsOf(parts)).rejects.toThrow();
  await expect(partsOf(pairs)).rejects.toThrow();
});

it.each([
  ["multipart/form-data; boundary=x", true],
  ["Application/x-www-form-urlencoded; charset=UTF-8", true],
  ["application/json", false],
  ["text/plain", false],
  ["", false],
])("knows that '%s' is a form: %s", (type, attendu) => {
  expect(bringsForm(sent("a=b", { "content-type": type }))).toBe(attendu);
});
