import { readFileSync } from "node:fs";
import sharp from "sharp";
import { beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { PUBLICATION_SENTENCES } from "#domain/events/publication.ts";
import { eraseCards } from "#tests/http/erase-cards.ts";
import { sentences, setUpSite } from "#tests/http/site.ts";
import { HOSTILES } from "#tests/images/hostile.ts";
import { preparedKeys, seenFile } from "#tests/images/kept-pictures.ts";
import { HEIC, jpeg } from "#tests/images/pictures.ts";

const EVENEMENT = { Nom: "Fête au lac", mois: "08", annee: "2025", Lieu: "Lac", AfterMovie: "", hp: "" };
const MEMBRE = { Prenom: "Camille", Nom: "Fendant", Poste: "Caissier", hp: "" };
const STATUSES = { "too-heavy": 413, "too-large": 413, unreadable: 415 } as const;
/** tests/images/decode.test.ts decodes all of them. */
const ONE_OF_EACH = Object.keys(STATUSES).flatMap((refusal) =>
  HOSTILES.filter((one) => one.refusal === refusal).slice(0, 1),
);

const site = setUpSite({ committee: true });
let image: File;
beforeAll(async () => {
  image = new File([new Uint8Array(await jpeg(500, 400))], "affiche.jpg");
});
beforeEach(async () => {
  site.log.length = 0;
  await eraseCards(site.services);
});

describe("an event", () => {
  it("is stored with its picture; the address of a picture always returns the same bytes", async () => {
    const response = await site.upload("/evenement/create", { ...EVENEMENT, image }, site.cookie);
    expect([response.status, response.headers.get("location")]).toEqual([302, "/planning#F%C3%AAte0825"]);
    expect(await site.services.events.list()).toMatchObject([{ id: "Fête0825", month: "2025-08", place: "Lac" }]);
    const stored = await site.services.pictures.find({ collection: "evenements", id: "Fête0825" });
    const bytes = await site.request(stored?.url ?? "");
    expect(bytes.headers.get("content-type")).toBe("image/jpeg");
    expect(bytes.headers.get("cache-control")).toContain("immutable");
    expect((await sharp(await bytes.arrayBuffer()).metadata()).width).toBe(500);
  });

  it.each(ONE_OF_EACH)("refuses $name beside its field and stores nothing of it", async ({ name, bytes, refusal }) => {
    const file = new File([new Uint8Array(await bytes())], name);
    const response = await site.upload("/evenement/create", { ...EVENEMENT, image: file }, site.cookie);
    const html = await response.text();
    expect(response.status).toBe(STATUSES[refusal]);
    expect(sentences(html).map(([field]) => field)).toEqual(["image"]);
    expect(html).toContain('value="Lac"');
    expect(await site.services.events.list()).toEqual([]);
    expect(preparedKeys(site.folder)).toEqual([]);
    expect(site.log).toEqual([]);
  });

  it("is refused as a whole when the request is larger than any picture", async () => {
    const response = await site.upload(
      "/evenement/create",
      { ...EVENEMENT, image: new File([Buffer.alloc(33 * 1024 * 1024)], "x.jpg") },
      site.cookie,
    );
    expect(response.status).toBe(413);
    expect(await response.text()).toContain("25 Mo au plus");
  });

  it("takes an iPhone's HEIC that is called a JPEG, by its bytes", async () => {
    const file = new File([readFileSync(HEIC)], "IMG_0001.jpg", { type: "image/jpeg" });
    expect((await site.upload("/evenement/create", { ...EVENEMENT, image: file }, site.cookie)).status).toBe(302);
    const picture = await site.services.pictures.find({ collection: "evenements", id: "Fête0825" });
    const served = Buffer.from(await (await site.request(picture?.url ?? "")).arrayBuffer());
    expect((await sharp(served).metadata()).format).toBe("jpeg");
  });

  it("takes the picture of one of its two file fields, and neither when both were used, or none", async () => {
    const none = new File([], "");
    for (const [files, status, errors] of [
      [[image, image], 400, [["image", "Choisissez un seul fichier."]]],
      [[none, none], 400, [["image", PUBLICATION_SENTENCES.image]]],
      [[image, none], 302, []],
      [[none, image], 302, []],
    ] as const) {
      const body = new FormData();
      for (const [name, value] of Object.entries(EVENEMENT)) body.append(name, value);
      for (const file of files) body.append("image", file);
      const headers = { origin: site.config.publicUrl, cookie: site.cookie };
      const response = await site.request("/evenement/create", { method: "POST", body, headers });
      expect([response.status, sentences(await response.text())]).toEqual([status, errors]);
      const isKept = (await site.services.pictures.find({ collection: "evenements", id: "Fête0825" })) !== null;
      expect(isKept).toBe(status === 302);
      await eraseCards(site.services);
    }
  });

  it("stays with its image after a failed deletion, which can be repeated", async () => {
    await site.upload("/evenement/create", { ...EVENEMENT, image }, site.cookie);
    const { events, pictures } = site.services;
    vi.spyOn(events, "moveToBin").mockRejectedValueOnce(new Error("disk"));
    const failed = await site.send("/planning", { id: "Fête0825" }, site.cookie);
    expect([failed.status, failed.headers.getSetCookie().join()]).toEqual([302, expect.stringContaining("avis=")]);
    expect(await pictures.find({ collection: "evenements", id: "Fête0825" })).not.toBeNull();
    expect(site.log.map(({ position }) => position)).toEqual(["event delete"]);
    expect((await site.send("/planning", { id: "Fête0825" }, site.cookie)).status).toBe(302);
    expect(await events.list()).toEqual([]);
  });
});

it("a member is kept with a photo and without, or refused with one sentence a field", async () => {
  for (const fields of [MEMBRE, { ...MEMBRE, Prenom: "Élodie", photo: image }])
    expect((await site.upload("/comite/create", fields, site.cookie)).status).toBe(302);
  expect(await seenFile(site.services, { collection: "membres", id: "FendantCaissier-2" })).toBe("affiche.jpg");
  const response = await site.upload("/comite/create", { ...MEMBRE, Prenom: " ", Poste: "Roi" }, site.cookie);
  expect([response.status, sentences(await response.text())]).toEqual([
    400,
    [
      ["Prenom", "Ce champ est obligatoire."],
      ["Poste", "Choisissez un poste de la liste."],
    ],
  ]);
  expect(await site.services.committee.list()).toHaveLength(2);
});
