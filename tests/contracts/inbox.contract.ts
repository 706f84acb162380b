import { describe, expect, it } from "vitest";
import type { Envoi } from "#domain/submission.ts";
import type { Entree, Inbox } from "#ports/inbox.ts";

/** Makes an empty place; every call of what it returns is another handle on it, as another process would have. */
type Make = () => Promise<() => Promise<Inbox>>;

const INSCRIPTION: Envoi = {
  type: "inscription",
  contenu: {
    nom: "Dupont",
    prenom: "Ana",
    adresse: "Rue de Savièse 1",
    tel: "0791234567",
    dateAnniv: "05.08.2008",
    charte: "Validé par la personne",
    charteMineur: "Validé par la personne",
  },
};

const message = (texte: string): Envoi => ({
  type: "message",
  contenu: { nom: "Léo", email: "leo@exemple.ch", sujet: "Salut", message: texte },
});

const SECONDE = 1000;
const MINUTE = 60 * SECONDE;
const HEURE = 60 * MINUTE;
const MIDI = new Date("2025-08-01T12:00:00.000Z");
const apresMidi = (ms: number) => new Date(MIDI.getTime() + ms);

const ids = (entrees: readonly Entree[]) => entrees.map(({ id }) => id);

/** What every inbox promises. */
export function inboxContract(nom: string, make: Make): void {
  /** Adds one message per text, a second apart. */
  const deposer = async (inbox: Inbox, ...textes: string[]): Promise<string[]> => {
    const recus: string[] = [];
    for (const [i, texte] of textes.entries())
      recus.push((await inbox.add(message(texte), apresMidi(i * SECONDE))).entree.id);
    return recus;
  };

  describe(`${nom}, what visitors sent`, () => {
    it.each([INSCRIPTION, message("Bonjour")])(
      "is kept word for word, with its mail waiting ($type)",
      async (envoi) => {
        const inbox = await (await make())();
        const { entree, nouvelle } = await inbox.add(envoi, MIDI);
        expect(nouvelle).toBe(true);
        expect(entree).toStrictEqual({
          ...envoi,
          id: expect.any(String),
          recuLe: MIDI,
          courrier: { etat: "en-attente", tentatives: 0, prochaine: MIDI, raison: null },
          traiteLe: null,
          autorisationRecueLe: null,
          birthDateToVerify: false,
        });
        expect(await inbox.get(entree.id)).toStrictEqual(entree);
      },
    );

    it("has an unguessable name that is safe in a URL and in a file name", async () => {
      const inbox = await (await make())();
      const noms = await deposer(inbox, ...Array.from({ length: 50 }, (_, i) => `Message ${i}`));
      expect(new Set(noms).size).toBe(50);
      for (const id of noms) expect(id).toMatch(/^[\w-]{20,}$/);
    });

    it("is null for a name that was never given", async () => {
      const inbox = await (await make())();
      await inbox.add(INSCRIPTION, MIDI);
      for (const id of ["inconnu", "' OR '1'='1", "%", "💥"]) expect(await inbox.get(id)).toBeNull();
    });

    it.each([
      "Robert'); DROP TABLE inbox; --",
      '"},"type":"inscription',
      "<script>alert(1)</script>\r\nBcc: x@exemple.ch",
      "a\u0000b\u202e",
      "Zoé 🎺\n\n« salut »",
      "x".repeat(10_000),
    ])("keeps hostile text as it is (%#)", async (texte) => {
      const inbox = await (await make())();
      const { entree } = await inbox.add(message(texte), MIDI);
      expect((await inbox.get(entree.id))?.contenu).toStrictEqual(message(texte).contenu);
    });
  });

  describe(`${nom}, the same content sent again`, () => {
    it("is the entry that exists: a double click makes one", async () => {
      const inbox = await (await make())();
      const { entree } = await inbox.add(INSCRIPTION, MIDI);
      expect(await inbox.add(structuredClone(INSCRIPTION), apresMidi(SECONDE))).toStrictEqual({
        entree,
        nouvelle: false,
      });
    });

    it("is recognised whatever the order of its fields", async () => {
      const inbox = await (await make())();
      const { entree } = await inbox.add(message("Bonjour"), MIDI);
      const inverse = Object.fromEntries(Object.entries(message("Bonjour").contenu).reverse());
      const suite = await inbox.add({ type: "message", contenu: inverse } as Envoi, MIDI);
      expect(suite).toMatchObject({ entree: { id: entree.id }, nouvelle: false });
    });

    it("is new when a single letter differs, or when words moved to another field", async () => {
      const inbox = await (await make())();
      const { entree } = await inbox.add(message("Bonjour"), MIDI);
      expect((await inbox.add(message("bonjour"), MIDI)).entree.id).not.toBe(entree.id);
      const deplace: Envoi = {
        type: "message",
        contenu: { nom: "Léo", email: "leo@exemple.ch", sujet: "Bonjour", message: "Salut" },
      };
      expect((await inbox.add(deplace, MIDI)).nouvelle).toBe(true);
    });

    it("is the entry that exists up to 24 hours later, and a new one from then on", async () => {
      const inbox = await (await make())();
      const { entree } = await inbox.add(INSCRIPTION, MIDI);
      expect((await inbox.add(INSCRIPTION, apresMidi(24 * HEURE - 1))).nouvelle).toBe(false);
      const lendemain = await inbox.add(INSCRIPTION, apresMidi(24 * HEURE));
      expect(lendemain.nouvelle).toBe(true);
      expect(lendemain.entree.id).not.toBe(entree.id);
      const encore = await inbox.add(INSCRIPTION, apresMidi(25 * HEURE));
      expect(encore).toMatchObject({ entree: { id: lendemain.entree.id }, nouvelle: false });
    });

    it("is recognised too when its mail is out already, and causes no second mail", async () => {
      const inbox = await (await make())();
      const { entree } = await inbox.add(INSCRIPTION, MIDI);
      await inbox.claimDue(MIDI, MINUTE, 10);
      await inbox.markSent(entree.id, MIDI);
      const suite = await inbox.add(INSCRIPTION, apresMidi(HEURE));
      expect(suite).toMatchObject({ nouvelle: false, entree: { courrier: { etat: "envoye" } } });
      expect(await inbox.claimDue(apresMidi(HEURE), MINUTE, 10)).toEqual([]);
    });

    it("makes one entry when it arrives many times at the same moment", async () => {
      const ouvrir = await make();
      const inboxes = await Promise.all([ouvrir(), ouvrir(), ouvrir()]);
      const issues = await Promise.all([...inboxes, ...inboxes].map((inbox) => inbox.add(INSCRIPTION, MIDI)));
      expect(issues.filter(({ nouvelle }) => nouvelle)).toHaveLength(1);
      expect(new Set(issues.map(({ entree }) => entree.id)).size).toBe(1);
      expect(await inboxes[0]?.claimDue(MIDI, MINUTE, 10)).toHaveLength(1);
    });
  });

  describe(`${nom}, the outbox`, () => {
    it("has nothing to deliver at first", async () => {
      const inbox = await (await make())();
      expect(await inbox.claimDue(MIDI, MINUTE, 10)).toEqual([]);
      expect(await inbox.nextDue()).toBeNull();
    });

    it("hands out what waits, oldest first, as many as were asked for", async () => {
      const inbox = await (await make())();
      await inbox.add(message("deuxième"), apresMidi(SECONDE));
      await inbox.add(message("troisième"), apresMidi(2 * SECONDE));
      await inbox.add(message("première"), MIDI);
      const textes = (entrees: readonly Entree[]) =>
        entrees.map(({ contenu }) => "message" in contenu && contenu.message);
      expect(textes(await inbox.claimDue(apresMidi(MINUTE), MINUTE, 2))).toEqual(["première", "deuxième"]);
      expect(textes(await inbox.claimDue(apresMidi(MINUTE), MINUTE, 2))).toEqual(["troisième"]);
    });

    it("hands out whole entries", async () => {
      const inbox = await (await make())();
      const { entree } = await inbox.add(INSCRIPTION, MIDI);
      expect(await inbox.claimDue(MIDI, MINUTE, 10)).toStrictEqual([entree]);
    });

    it("does not hand out what is not due yet", async () => {
      const inbox = await (await make())();
      const { entree } = await inbox.add(INSCRIPTION, MIDI);
      expect(await inbox.claimDue(apresMidi(-1), MINUTE, 10)).toEqual([]);
      expect(ids(await inbox.claimDue(MIDI, MINUTE, 10))).toEqual([entree.id]);
    });

    it("keeps a claimed entry from everybody else until the claim ends", async () => {
      const ouvrir = await make();
      const [une, deux] = [await ouvrir(), await ouvrir()];
      const [id] = await deposer(une, "Bonjour");
      expect(ids(await une.claimDue(MIDI, MINUTE, 10))).toEqual([id]);
      expect(await deux.claimDue(apresMidi(MINUTE - 1), MINUTE, 10)).toEqual([]);
      expect(await une.claimDue(apresMidi(MINUTE - 1), MINUTE, 10)).toEqual([]);
      expect(ids(await deux.claimDue(apresMidi(MINUTE), MINUTE, 10))).toEqual([id]);
    });

    it("never gives one entry to two workers", async () => {
      const ouvrir = await make();
      const workers = await Promise.all([ouvrir(), ouvrir(), ouvrir()]);
      const deposes = await deposer(workers[0] as Inbox, ...Array.from({ length: 20 }, (_, i) => `Message ${i}`));
      const prises = await Promise.all(
        [...workers, ...workers].map((worker) => worker.claimDue(apresMidi(HEURE), MINUTE, 5)),
      );
      expect(ids(prises.flat()).sort()).toEqual(deposes.sort());
    });

    it("knows when it has to look again", async () => {
      const inbox = await (await make())();
      const [premier = "", second = ""] = await deposer(inbox, "un", "deux");
      expect(await inbox.nextDue()).toEqual(MIDI);
      await inbox.claimDue(MIDI, MINUTE, 1);
      expect(await inbox.nextDue()).toEqual(apresMidi(SECONDE));
      await inbox.claimDue(apresMidi(SECONDE), HEURE, 1);
      expect(await inbox.nextDue()).toEqual(apresMidi(MINUTE));
      await inbox.markRetry(premier, "Pas de réponse", apresMidi(10 * MINUTE));
      expect(await inbox.nextDue()).toEqual(apresMidi(10 * MINUTE));
      await inbox.markSent(premier, apresMidi(MINUTE));
      expect(await inbox.nextDue()).toEqual(apresMidi(HEURE + SECONDE));
      await inbox.markFailed(second, "Adresse refusée");
      expect(await inbox.nextDue()).toBeNull();
    });

    it("never hands out again what was sent", async () => {
      const inbox = await (await make())();
      const [id = ""] = await deposer(inbox, "Bonjour");
      await inbox.claimDue(MIDI, MINUTE, 10);
      await inbox.markSent(id, apresMidi(SECONDE));
      expect((await inbox.get(id))?.courrier).toStrictEqual({ etat: "envoye", le: apresMidi(SECONDE) });
      expect(await inbox.claimDue(apresMidi(365 * 24 * HEURE), MINUTE, 10)).toEqual([]);
    });

    it("tells what was kept here from what was sent, and does not hand it out again", async () => {
      const inbox = await (await make())();
      const [kept = "", sent = ""] = await deposer(inbox, "un", "deux");
      await inbox.claimDue(MIDI, MINUTE, 10);
      await inbox.markKept(kept, apresMidi(SECONDE));
      expect((await inbox.get(kept))?.courrier).toStrictEqual({ etat: "garde", le: apresMidi(SECONDE) });
      await inbox.markRetry(kept, "Trop lent", MIDI);
      await inbox.markFailed(kept, "Trop lent");
      expect((await inbox.get(kept))?.courrier).toStrictEqual({ etat: "garde", le: apresMidi(SECONDE) });
      await inbox.markSent(sent, apresMidi(SECONDE));
      await inbox.markKept(sent, apresMidi(MINUTE));
      expect((await inbox.get(sent))?.courrier).toStrictEqual({ etat: "envoye", le: apresMidi(SECONDE) });
      expect(await inbox.claimDue(apresMidi(365 * 24 * HEURE), MINUTE, 10)).toEqual([]);
    });

    it("waits as long as it was told after a failed attempt, and counts the attempts", async () => {
      const inbox = await (await make())();
      const [id = ""] = await deposer(inbox, "Bonjour");
      await inbox.claimDue(MIDI, HEURE, 10);
      await inbox.markRetry(id, "Le serveur de courrier ne répond pas", apresMidi(5 * MINUTE));
      expect((await inbox.get(id))?.courrier).toStrictEqual({
        etat: "en-attente",
        tentatives: 1,
        prochaine: apresMidi(5 * MINUTE),
        raison: "Le serveur de courrier ne répond pas",
      });
      expect(await inbox.claimDue(apresMidi(5 * MINUTE - 1), HEURE, 10)).toEqual([]);
      const [reprise] = await inbox.claimDue(apresMidi(5 * MINUTE), HEURE, 10);
      expect(reprise).toMatchObject({ id, courrier: { tentatives: 1 } });
      await inbox.markRetry(id, "Toujours rien", apresMidi(15 * MINUTE));
      expect((await inbox.get(id))?.courrier).toMatchObject({ tentatives: 2, raison: "Toujours rien" });
    });

    it("gives up for good what was refused, and says why", async () => {
      const inbox = await (await make())();
      const [id = ""] = await deposer(inbox, "Bonjour");
      await inbox.claimDue(MIDI, MINUTE, 10);
      await inbox.markFailed(id, "Adresse refusée");
      expect((await inbox.get(id))?.courrier).toStrictEqual({ etat: "echec", raison: "Adresse refusée" });
      expect(await inbox.claimDue(apresMidi(365 * 24 * HEURE), MINUTE, 10)).toEqual([]);
    });

    it("believes a success more than the late report of a worker whose claim had ended", async () => {
      const ouvrir = await make();
      const [lente, rapide] = [await ouvrir(), await ouvrir()];
      const [id = ""] = await deposer(lente, "Bonjour");
      await lente.claimDue(MIDI, MINUTE, 10);
      await rapide.claimDue(apresMidi(MINUTE), MINUTE, 10);
      await rapide.markSent(id, apresMidi(MINUTE + SECONDE));
      await lente.markRetry(id, "Trop lent", apresMidi(2 * MINUTE));
      await lente.markFailed(id, "Trop lent");
      await lente.markSent(id, apresMidi(3 * MINUTE));
      expect((await lente.get(id))?.courrier).toEqual({ etat: "envoye", le: apresMidi(MINUTE + SECONDE) });
      expect(await lente.claimDue(apresMidi(24 * HEURE), MINUTE, 10)).toEqual([]);
    });

    it("believes a late success more than a refusal", async () => {
      const inbox = await (await make())();
      const [id = ""] = await deposer(inbox, "Bonjour");
      await inbox.markFailed(id, "Adresse refusée");
      await inbox.markSent(id, apresMidi(MINUTE));
      expect((await inbox.get(id))?.courrier).toEqual({ etat: "envoye", le: apresMidi(MINUTE) });
    });

    it("does not take up again, nor say anything else of, what was refused for good", async () => {
      const inbox = await (await make())();
      const [id = ""] = await deposer(inbox, "Bonjour");
      await inbox.markFailed(id, "Adresse refusée");
      await inbox.markRetry(id, "Trop lent", MIDI);
      expect((await inbox.get(id))?.courrier).toEqual({ etat: "echec", raison: "Adresse refusée" });
      expect(await inbox.nextDue()).toBeNull();
    });

    it("changes the entry that was named and no other", async () => {
      const inbox = await (await make())();
      const [un = "", deux = "", trois = "", quatre = ""] = await deposer(inbox, "1", "2", "3", "4");
      await inbox.markSent(un, MIDI);
      await inbox.markRetry(deux, "Plus tard", apresMidi(HEURE));
      await inbox.markFailed(trois, "Refusé");
      const etats = await Promise.all([un, deux, trois, quatre].map(async (id) => (await inbox.get(id))?.courrier));
      expect(etats).toMatchObject([
        { etat: "envoye" },
        { etat: "en-attente", tentatives: 1 },
        { etat: "echec" },
        { etat: "en-attente", tentatives: 0 },
      ]);
    });
  });
}
