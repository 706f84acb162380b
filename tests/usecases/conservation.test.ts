import { describe, expect, it } from "vitest";
import { createInbox } from "#adapters/embedded/inbox.ts";
import { createKeptMail } from "#adapters/embedded/kept-mail.ts";
import { createReglagesStore } from "#adapters/embedded/reglages-store.ts";
import { REGLAGES_DE_DEPART } from "#domain/reglages.ts";
import { embeddedFile } from "#tests/contracts/embedded-file.ts";
import { effacementProche, effacerAnciens } from "#usecases/conservation.ts";

/** A site whose clock shows noon of a day in Zurich. */
function site() {
  const db = embeddedFile().open();
  const inbox = createInbox(db);
  let maintenant = new Date("2025-01-01T11:00:00Z");
  const services = {
    inbox,
    reglages: createReglagesStore(db),
    keptMail: createKeptMail({ directory: `${db.location()}-outbox` }),
    clock: { now: () => maintenant },
  };
  return {
    services,
    inbox,
    aujourdhui: (jour: string) => {
      maintenant = new Date(`${jour}T11:00:00Z`);
    },
    /** @returns the id of an entry that was treated at an instant */
    traite: async (type: "message" | "inscription", instant: string, nom: string) => {
      const { entree } = await inbox.add(
        type === "message"
          ? { type, contenu: { nom, email: "a@exemple.ch", sujet: "Bal", message: "Bonjour" } }
          : {
              type,
              contenu: {
                nom,
                prenom: "Zoé",
                adresse: "Rue 1",
                tel: "0791234567",
                dateAnniv: "05.08.2000",
                charte: "Validé par la personne",
                charteMineur: "Majeur",
              },
            },
        new Date(instant),
      );
      await inbox.setTreated(entree.id, new Date(instant));
      return entree.id;
    },
  };
}

describe("what the committee has dealt with", () => {
  it("is kept 12 months when it is a message, 24 when it is a sign-up, and goes on the day", async () => {
    const { services, inbox, traite, aujourdhui } = site();
    const message = await traite("message", "2025-12-01T15:00:00Z", "A");
    const inscription = await traite("inscription", "2024-12-01T15:00:00Z", "B");
    aujourdhui("2026-11-30");
    expect(await effacerAnciens(services)).toBe(0);
    aujourdhui("2026-12-01");
    expect(await effacerAnciens(services)).toBe(2);
    expect(await inbox.get(message)).toBeNull();
    expect(await inbox.get(inscription)).toBeNull();
    expect(await effacerAnciens(services)).toBe(0);
  });

  it("counts by the day in Zurich, whatever the hour", async () => {
    const { services, inbox, traite, aujourdhui } = site();
    const tard = await traite("message", "2025-12-01T23:30:00Z", "Already 2 December in Zurich");
    aujourdhui("2026-12-01");
    expect(await effacerAnciens(services)).toBe(0);
    expect(await effacementProche(services, "message")).toEqual({ nombre: 1, du: "2026-12-02", au: "2026-12-02" });
    aujourdhui("2026-12-02");
    expect(await effacerAnciens(services)).toBe(1);
    expect(await inbox.get(tard)).toBeNull();
  });

  it("stays as long as the settings say, and new entries stay for ever", async () => {
    const { services, inbox, traite, aujourdhui } = site();
    const { version } = await services.reglages.get();
    const auteur = { email: "comite@exemple.ch", le: new Date("2025-01-01T12:00:00Z") };
    await services.reglages.save({ ...REGLAGES_DE_DEPART, conservationMessages: 1 }, version, auteur);
    await traite("message", "2025-01-15T12:00:00Z", "A");
    const neuf = await inbox.add(
      { type: "message", contenu: { nom: "B", email: "b@exemple.ch", sujet: "Bal", message: "Bonjour" } },
      new Date("2015-01-01T12:00:00Z"),
    );
    aujourdhui("2025-02-14");
    expect(await effacerAnciens(services)).toBe(0);
    aujourdhui("2025-02-15");
    expect(await effacerAnciens(services)).toBe(1);
    aujourdhui("2035-01-01");
    expect(await effacerAnciens(services)).toBe(0);
    expect(await inbox.get(neuf.entree.id)).not.toBeNull();
  });
});

describe("the announcement", () => {
  it("tells 30 days beforehand how many go and when", async () => {
    const { services, traite, aujourdhui } = site();
    for (const nom of ["A", "B", "C"]) await traite("message", "2025-12-01T15:00:00Z", nom);
    aujourdhui("2026-10-31");
    expect(await effacementProche(services, "message")).toBeNull();
    aujourdhui("2026-11-01");
    expect(await effacementProche(services, "message")).toEqual({ nombre: 3, du: "2026-12-01", au: "2026-12-01" });
    expect(await effacementProche(services, "inscription")).toBeNull();
    await effacerAnciens(services);
    expect(await effacementProche(services, "message")).toMatchObject({ nombre: 3 });
  });

  it("names the first and the last day, and never a day that has passed", async () => {
    const { services, traite, aujourdhui } = site();
    await traite("inscription", "2024-11-20T15:00:00Z", "A");
    await traite("inscription", "2024-12-10T15:00:00Z", "B");
    aujourdhui("2026-11-15");
    expect(await effacementProche(services, "inscription")).toEqual({ nombre: 2, du: "2026-11-20", au: "2026-12-10" });
    aujourdhui("2026-11-25");
    expect(await effacementProche(services, "inscription")).toMatchObject({ du: "2026-11-25", au: "2026-12-10" });
  });
});
