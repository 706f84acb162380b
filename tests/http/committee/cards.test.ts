import { readFileSync } from "node:fs";
import sharp from "sharp";
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { PUBLICATION_SENTENCES } from "#domain/events/publication.ts";
import { eraseCards } from "#tests/http/erase-cards.ts";
import { sentences, setUpSite } from "#tests/http/site.ts";
import { HOSTILES, polyglot } from "#tests/images/hostile.ts";
import { keysOnDisk, seenFile } from "#tests/images/kept-pictures.ts";
import { HEIC, jpeg, phonePhoto } from "#tests/images/pictures.ts";

const EVENEMENT = { Nom: "Fête au lac", mois: "08", annee: "2025", Lieu: "Lac", AfterMovie: "", hp: "" };
const MEMBRE = { Prenom: "Camille", Nom: "Fendant", Poste: "Caissier", hp: "" };
const STATUSES = { "too-heavy": 413, "too-large": 413, unreadable: 415 } as const;

const site = setUpSite({ committee: true });
let image: File;
beforeAll(async () => {
  image = new File([new Uint8Array(await jpeg(1000, 800))], "affiche.jpg");
});
beforeEach(async () => {
  site.log.length = 0;
  await eraseCards(site.services);
});

describe("an event", () => {
  it("is kept with the fields, the id and the path that the contract names", async () => {
    const response = await site.upload("/evenement/create", { ...EVENEMENT, image }, site.cookie);
    expect(response.status).toBe(302);
    expect(response.headers.get("location")).toBe("/planning#F%C3%AAte0825");
    const [event] = await site.services.events.list();
    expect(event).toMatchObject({
      id: "Fête0825",
      name: "Fête au lac",
      month: "2025-08",
      place: "Lac",
      afterMovie: "",
    });
    const stored = await site.services.images.find({ collection: "evenements", id: "Fête0825" });
    expect(await seenFile(site.services, { collection: "evenements", id: "Fête0825" })).toBe("affiche.jpg");
    const bytes = await site.request(stored?.url ?? "");
    expect(bytes.headers.get("content-type")).toBe("image/jpeg");
    expect(bytes.headers.get("cache-control")).toContain("immutable");
    expect((await sharp(await bytes.arrayBuffer()).metadata()).width).toBe(1000);
  });

  it.each([
    [{ Nom: "" }, [["Nom", "Ce champ est obligatoire."]]],
    [
      { AfterMovie: "javascript:alert(1)" },
      [["AfterMovie", "Indiquez une adresse web complète, par exemple https://exemple.ch/film."]],
    ],
  ])("is refused with one sentence: %j", async (fallback, expected) => {
    const response = await site.upload("/evenement/create", { ...EVENEMENT, ...fallback, image }, site.cookie);
    const html = await response.text();
    expect(response.status).toBe(400);
    expect(sentences(html)).toEqual(expected);
    expect(html).toContain('value="Lac"');
    expect(await site.services.events.list()).toEqual([]);
    expect(keysOnDisk(site.folder)).toEqual([]);
  });

  it.each(HOSTILES)("refuses $name beside its field and keeps nothing of it", async ({ name, bytes, refusal }) => {
    const file = new File([new Uint8Array(await bytes())], name);
    const response = await site.upload("/evenement/create", { ...EVENEMENT, image: file }, site.cookie);
    const html = await response.text();
    const empty = file.size === 0;
    expect(response.status).toBe(empty ? 400 : STATUSES[refusal]);
    expect(sentences(html).map(([field]) => field)).toEqual(["image"]);
    expect(html).toContain('value="Lac"');
    expect(await site.services.events.list()).toEqual([]);
    expect(keysOnDisk(site.folder)).toEqual([]);
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

  it.each([
    ["a phone's photo lying on its side", async () => phonePhoto(4000, 3000), 1600],
    ["an iPhone's HEIC", async () => readFileSync(HEIC), null],
    ["a picture with a web page in it", polyglot, null],
  ] as const)("takes %s and serves it re-encoded", async (_what, bytes, expectedWidth) => {
    const file = new File([new Uint8Array(await bytes())], "IMG_0001.HEIC");
    expect((await site.upload("/evenement/create", { ...EVENEMENT, image: file }, site.cookie)).status).toBe(302);
    const [{ id } = { id: "" }] = await site.services.events.list();
    const stored = await site.services.images.find({ collection: "evenements", id });
    const served = Buffer.from(await (await site.request(stored?.url ?? "")).arrayBuffer());
    const { width, height, exif } = await sharp(served).metadata();
    expect(exif).toBeUndefined();
    expect(served.includes("<script")).toBe(false);
    if (expectedWidth) expect([width, height]).toEqual([expectedWidth, Math.round((expectedWidth * 4000) / 3000)]);
  });

  it.each([
    ["an iPhone's HEIC that is called a JPEG", async () => readFileSync(HEIC), "IMG_0001.jpg", "image/jpeg"],
    ["a JPEG that is called a HEIC", () => jpeg(64, 48), "IMG_0002.HEIC", "image/heic"],
  ] as const)("takes %s, by its bytes", async (_what, bytes, name, type) => {
    const file = new File([new Uint8Array(await bytes())], name, { type });
    expect((await site.upload("/evenement/create", { ...EVENEMENT, image: file }, site.cookie)).status).toBe(302);
    const picture = await site.services.images.find({ collection: "evenements", id: "Fête0825" });
    const served = Buffer.from(await (await site.request(picture?.url ?? "")).arrayBuffer());
    expect((await sharp(served).metadata()).format).toBe("jpeg");
  });

  describe("with its two ways to a picture", () => {
    const sent = (...files: File[]) => {
      const body = new FormData();
      for (const [name, value] of Object.entries(EVENEMENT)) body.append(name, value);
      for (const file of files) body.append("image", file);
      return site.request("/evenement/create", {
        method: "POST",
        body,
        headers: { origin: site.config.publicUrl, cookie: site.cookie },
      });
    };
    const none = new File([], "");

    it.each([
      ["files", () => [image, none]],
      ["camera", () => [none, image]],
    ] as const)("takes the one of the %s", async (_way, files) => {
      expect((await sent(...files())).status).toBe(302);
      expect(await site.services.images.find({ collection: "evenements", id: "Fête0825" })).not.toBeNull();
    });

    it("takes neither when both were used, or none", async () => {
      for (const [files, sentence] of [
        [[image, image], "Choisissez un seul fichier."],
        [[none, none], PUBLICATION_SENTENCES.image],
      ] as const) {
        const response = await sent(...files);
        expect(response.status).toBe(400);
        expect(sentences(await response.text())).toEqual([["image", sentence]]);
      }
      expect(await site.services.events.list()).toEqual([]);
    });
  });

  it("is not overwritten by somebody who did not see the last change", async () => {
    await site.upload("/evenement/create", { ...EVENEMENT, image }, site.cookie);
    const [event] = await site.services.events.list();
    const path = `/evenement/modify/${encodeURIComponent("Fête0825")}`;
    const first = await site.send(path, { ...EVENEMENT, Lieu: "Plage", version: event?.version ?? "" }, site.cookie);
    expect(first.status).toBe(200);
    expect(first.headers.get("refresh")).toBe("2; url=/planning");
    expect(await first.text()).toContain("L&#x27;événement a été mis à jour avec succès");
    const second = await site.send(path, { ...EVENEMENT, Lieu: "Forêt", version: event?.version ?? "" }, site.cookie);
    const html = await second.text();
    expect(second.status).toBe(409);
    expect(html).toContain("Elle dit maintenant\u00a0: Fête au lac, Août 2025, Plage.");
    expect(html).toContain('value="Forêt"');
    expect(await site.services.events.get("Fête0825")).toMatchObject({ place: "Plage" });
  });

  it("goes with its image; a failure leaves both, and doing it again finishes", async () => {
    await site.upload("/evenement/create", { ...EVENEMENT, image }, site.cookie);
    const { events, images } = site.services;
    const { moveToBin } = events;
    events.moveToBin = () => Promise.reject(new Error("disk"));
    const failed = await site.send("/planning", { id: "Fête0825" }, site.cookie);
    events.moveToBin = moveToBin;
    expect(failed.status).toBe(302);
    expect(failed.headers.getSetCookie().join()).toContain("avis=");
    expect(await events.get("Fête0825")).not.toBeNull();
    const stored = await images.find({ collection: "evenements", id: "Fête0825" });
    expect(stored).not.toBeNull();
    expect(site.log.map(({ position }) => position)).toEqual(["event delete"]);

    expect((await site.send("/planning", { id: "Fête0825" }, site.cookie)).status).toBe(302);
    expect(await events.list()).toEqual([]);
    expect((await site.request(stored?.url ?? "")).status).toBe(404);
  });
});

describe("a member", () => {
  it("is kept without a photo as well as with one", async () => {
    expect((await site.upload("/comite/create", MEMBRE, site.cookie)).status).toBe(302);
    expect(
      (await site.upload("/comite/create", { ...MEMBRE, Prenom: "Élodie", photo: image }, site.cookie)).status,
    ).toBe(302);
    const members = await site.services.committee.list();
    expect(members.map(({ id }) => id).sort()).toEqual(["FendantCaissier", "FendantCaissier-2"]);
    expect(await seenFile(site.services, { collection: "membres", id: "FendantCaissier-2" })).toBe("affiche.jpg");
  });

  it("is refused with one sentence a field", async () => {
    const response = await site.upload("/comite/create", { ...MEMBRE, Prenom: " ", Poste: "Roi" }, site.cookie);
    expect([response.status, sentences(await response.text())]).toEqual([
      400,
      [
        ["Prenom", "Ce champ est obligatoire."],
        ["Poste", "Choisissez un poste de la liste."],
      ],
    ]);
  });
});
