import { describe, expect, it } from "vitest";
import type { Inscription } from "#domain/inscription.ts";
import type { Filtre } from "#domain/recherche.ts";
import type { Envoi, TypeDEnvoi } from "#domain/submission.ts";
import type { Inbox, Portion } from "#ports/inbox.ts";

/** Makes an empty place; every call of what it returns is another handle on it, as another process would have. */
type Make = () => Promise<() => Promise<Inbox>>;

const MINUTE = 60_000;
const MIDI = new Date("2025-08-01T12:00:00.000Z");
const apresMidi = (ms: number) => new Date(MIDI.getTime() + ms);
/** The day on which ages are counted. */
const JOUR = "2026-08-05";

const inscription = (champs: Partial<Inscription> = {}): Extract<Envoi, { type: "inscription" }> => ({
  type: "inscription",
  contenu: {
    nom: "Héritier",
    prenom: "Zoé",
    adresse: "Chemin des Treize-Étoiles 4, 1965 Savièse",
    tel: "0791234567",
    dateAnniv: "05.08.2000",
    charte: "Validé par la personne",
    charteMineur: "Majeur",
    ...champs,
  },
});

const message = (sujet: string, texte = "Bonjour"): Envoi => ({
  type: "message",
  contenu: { nom: "Léo Cœur", email: "leo.coeur@exemple.ch", sujet, message: texte },
});

/** Adds entries, a second apart. @returns their ids, in the same order */
async function deposer(inbox: Inbox, ...envois: Envoi[]): Promise<string[]> {
  const ids: string[] = [];
  for (const [i, envoi] of envois.entries()) ids.push((await inbox.add(envoi, apresMidi(i * 1000))).entree.id);
  return ids;
}

type Options = { type?: TypeDEnvoi; texte?: string; filtre?: Filtre; portion?: Portion };
const chercher = (inbox: Inbox, { type = "inscription", texte = "", filtre = "tout", portion }: Options = {}) =>
  inbox.search({ type, texte, filtre, jour: JOUR }, portion);
/** Ids of what is found, in order. */
const trouver = async (inbox: Inbox, options: Options = {}) =>
  (await chercher(inbox, options)).fiches.map(({ id }) => id);

/** What every inbox promises the committee. */
export function inboxDeskContract(nom: string, make: Make): void {
  const ouvrir = async () => (await make())();

  describe(`${nom}, a list`, () => {
    it("is empty at first", async () => {
      const inbox = await ouvrir();
      expect(await chercher(inbox)).toEqual({ fiches: [], total: 0 });
      expect(await inbox.count("inscription")).toEqual({ total: 0, nouveaux: 0, refused: 0 });
    });

    it("shows the newest first, sign-ups and messages apart", async () => {
      const inbox = await ouvrir();
      const [a, b, c] = await deposer(inbox, inscription(), message("Bal"), inscription({ prenom: "Ana" }));
      expect(await trouver(inbox)).toEqual([c, a]);
      expect(await trouver(inbox, { type: "message" })).toEqual([b]);
    });

    it("shows entries of the same instant in the order in which they came, last first", async () => {
      const inbox = await ouvrir();
      const un = await inbox.add(message("un"), MIDI);
      const deux = await inbox.add(message("deux"), MIDI);
      expect(await trouver(inbox, { type: "message" })).toEqual([deux.entree.id, un.entree.id]);
    });

    it("shows whole entries", async () => {
      const inbox = await ouvrir();
      const { entree } = await inbox.add(inscription(), MIDI);
      expect((await chercher(inbox)).fiches).toStrictEqual([{ ...entree, enDouble: false }]);
    });

    it("has the ids of both types, until an entry is deleted", async () => {
      const inbox = await ouvrir();
      expect(await inbox.ids()).toEqual(new Set());
      const [a = "", b] = await deposer(inbox, inscription(), message("Bal"));
      expect(await inbox.ids()).toEqual(new Set([a, b]));
      await inbox.delete(a);
      expect(await inbox.ids()).toEqual(new Set([b]));
    });

    it("comes in portions, with the number of all", async () => {
      const inbox = await ouvrir();
      const ids = await deposer(inbox, ...Array.from({ length: 7 }, (_, i) => message(`Sujet ${i}`)));
      const page = (debut: number) => chercher(inbox, { type: "message", portion: { debut, nombre: 3 } });
      const pages = await Promise.all([page(0), page(3), page(6), page(9)]);
      expect(pages.map(({ total }) => total)).toEqual([7, 7, 7, 7]);
      expect(pages.map(({ fiches }) => fiches.map(({ id }) => id))).toEqual([
        [ids[6], ids[5], ids[4]],
        [ids[3], ids[2], ids[1]],
        [ids[0]],
        [],
      ]);
      expect(await trouver(inbox, { type: "message" })).toEqual(ids.toReversed());
    });
  });

  describe(`${nom}, a search`, () => {
    it.each([
      "heritier",
      "HÉRITIER",
      "zoe heritier",
      "héritier zoé",
      "treize étoiles",
      "Treize-Etoiles 4",
      "1965 saviese",
      "0791234567",
      "079 123 45 67",
      "+41 79 123 45 67",
      "123 45",
      "05.08.2000",
      "érit",
      "  zoé   ",
    ])("for '%s' finds the sign-up, whatever the accents, the case and the order", async (texte) => {
      const inbox = await ouvrir();
      const [id] = await deposer(inbox, inscription(), inscription({ nom: "Luyet", prenom: "Max", ...AILLEURS }));
      expect(await trouver(inbox, { texte })).toEqual([id]);
    });

    it.each(["coeur", "CŒUR", "leo.coeur@exemple.ch", "brisolee", "chataignes", "l’idée d'Agathe"])(
      "for '%s' finds the message in its name, address, subject or text",
      async (texte) => {
        const inbox = await ouvrir();
        const [id] = await deposer(inbox, message("Brisolée", "Des châtaignes :\nl'idée d’Agathe"), {
          type: "message",
          contenu: { nom: "Ana", email: "ana@exemple.ch", sujet: "Bal", message: "Rien" },
        });
        expect(await trouver(inbox, { type: "message", texte })).toEqual([id]);
      },
    );

    it("asks for every word", async () => {
      const inbox = await ouvrir();
      await deposer(inbox, inscription());
      expect(await trouver(inbox, { texte: "zoé dupont" })).toEqual([]);
      expect(await chercher(inbox, { texte: "zoé dupont" })).toMatchObject({ total: 0 });
    });

    it.each(["%", "_", "100%", "' OR '1'='1", "\\", "*", "\u0000", "🎺🎺"])(
      "takes '%s' for text and nothing else",
      async (texte) => {
        const inbox = await ouvrir();
        const [id] = await deposer(inbox, message(`Voici ${texte} dans un sujet`));
        await deposer(inbox, message("Autre"));
        expect(await trouver(inbox, { type: "message", texte: `voici ${texte}` })).toEqual([id]);
      },
    );

    it("goes together with a filter and a portion", async () => {
      const inbox = await ouvrir();
      const ids = await deposer(inbox, ...["bal 1", "bal 2", "loto", "bal 3"].map((sujet) => message(sujet)));
      await inbox.setTreated(ids[1] ?? "", MIDI);
      const issue = await chercher(inbox, {
        type: "message",
        texte: "bal",
        filtre: "nouveau",
        portion: { debut: 1, nombre: 5 },
      });
      expect(issue).toMatchObject({ total: 2, fiches: [{ id: ids[0] }] });
    });
  });

  describe(`${nom}, filters`, () => {
    it("tell new from treated", async () => {
      const inbox = await ouvrir();
      const [a = "", b] = await deposer(inbox, inscription(), inscription({ prenom: "Ana" }));
      await inbox.setTreated(a, MIDI);
      expect(await trouver(inbox, { filtre: "nouveau" })).toEqual([b]);
      expect(await trouver(inbox, { filtre: "traite" })).toEqual([a]);
      expect(await inbox.count("inscription")).toEqual({ total: 2, nouveaux: 1, refused: 0 });
      expect(await inbox.count("message")).toEqual({ total: 0, nouveaux: 0, refused: 0 });
    });

    it("find those who are not 18 on the day, by their birth date; the birthday counts as reached", async () => {
      const inbox = await ouvrir();
      const [, demain] = await deposer(
        inbox,
        inscription({ prenom: "A", dateAnniv: "05.08.2008" }),
        inscription({ prenom: "B", dateAnniv: "06.08.2008" }),
        inscription({ prenom: "C", dateAnniv: "31.12.1999" }),
      );
      await deposer(inbox, message("Bal"));
      expect(await trouver(inbox, { filtre: "mineur" })).toEqual([demain]);
      expect(await trouver(inbox, { type: "message", filtre: "mineur" })).toEqual([]);
    });

    it("find mail that was refused for good", async () => {
      const inbox = await ouvrir();
      const [a = "", b = ""] = await deposer(inbox, message("un"), message("deux"), message("trois"));
      await inbox.markFailed(a, "Adresse refusée");
      await inbox.markRetry(b, "Pas de réponse", apresMidi(MINUTE));
      expect(await trouver(inbox, { type: "message", filtre: "echec" })).toEqual([a]);
    });
  });

  describe(`${nom}, somebody who signed up twice`, () => {
    const doubles = async (inbox: Inbox) =>
      Object.fromEntries((await chercher(inbox)).fiches.map(({ id, enDouble }) => [id, enDouble]));

    it("is recognised by name and birth date, whatever the case, accents and address", async () => {
      const inbox = await ouvrir();
      const [a = "", b = "", c = "", d = ""] = await deposer(
        inbox,
        inscription(),
        inscription({ nom: "HERITIER", prenom: "zoe", adresse: "Ailleurs 1", tel: "0270000000" }),
        inscription({ dateAnniv: "06.08.2000" }),
        inscription({ prenom: "Ana" }),
      );
      expect(await doubles(inbox)).toEqual({ [a]: true, [b]: true, [c]: false, [d]: false });
    });

    it("is no longer marked once one of the two is deleted", async () => {
      const inbox = await ouvrir();
      const [a = "", b = ""] = await deposer(inbox, inscription(), inscription({ adresse: "Ailleurs 1" }));
      await inbox.setTreated(b, MIDI);
      expect(await doubles(inbox)).toEqual({ [a]: true, [b]: true });
      await inbox.delete(b);
      expect(await doubles(inbox)).toEqual({ [a]: false });
    });
  });

  describe(`${nom}, what the committee marks`, () => {
    it("keeps when an entry was treated, the first time, until it is new again", async () => {
      const inbox = await ouvrir();
      const [id = ""] = await deposer(inbox, inscription());
      expect(await inbox.setTreated(id, MIDI)).toBe(true);
      expect(await inbox.setTreated(id, apresMidi(MINUTE))).toBe(true);
      expect((await inbox.get(id))?.traiteLe).toEqual(MIDI);
      expect(await inbox.setTreated(id, null)).toBe(true);
      expect(await inbox.setTreated(id, null)).toBe(true);
      expect((await inbox.get(id))?.traiteLe).toBeNull();
      expect(await inbox.setTreated(id, apresMidi(MINUTE))).toBe(true);
      expect((await inbox.get(id))?.traiteLe).toEqual(apresMidi(MINUTE));
    });

    it("keeps when the signed paper came back, the first time, until it is taken back", async () => {
      const inbox = await ouvrir();
      const [id = "", autre = ""] = await deposer(inbox, inscription(), inscription({ prenom: "Ana" }));
      expect(await inbox.setAuthorised(id, MIDI)).toBe(true);
      expect(await inbox.setAuthorised(id, apresMidi(MINUTE))).toBe(true);
      expect((await inbox.get(id))?.autorisationRecueLe).toEqual(MIDI);
      expect((await inbox.get(autre))?.autorisationRecueLe).toBeNull();
      expect(await inbox.setAuthorised(id, null)).toBe(true);
      expect((await inbox.get(id))?.autorisationRecueLe).toBeNull();
    });

    it("knows of no signed paper for a message", async () => {
      const inbox = await ouvrir();
      const [id = ""] = await deposer(inbox, message("Bal"));
      expect(await inbox.setAuthorised(id, MIDI)).toBe(false);
      expect((await inbox.get(id))?.autorisationRecueLe).toBeNull();
    });

    it("marks a birth date that the form proposed until the committee has verified it", async () => {
      const inbox = await ouvrir();
      const [proposed = "", typed = "", written = ""] = await deposer(
        inbox,
        { ...inscription(), birthDateToVerify: true },
        inscription({ prenom: "Ana" }),
        message("Bal"),
      );
      const { fiches } = await inbox.search({ type: "inscription", texte: "", filtre: "tout", jour: JOUR });
      expect(fiches.map(({ id, birthDateToVerify }) => [id, birthDateToVerify])).toEqual([
        [typed, false],
        [proposed, true],
      ]);
      expect((await inbox.get(written))?.birthDateToVerify).toBe(false);
      for (let i = 0; i < 2; i++) {
        expect(await inbox.setBirthDateVerified(proposed)).toBe(true);
        expect((await inbox.get(proposed))?.birthDateToVerify).toBe(false);
      }
      expect(await inbox.setBirthDateVerified(written)).toBe(false);
    });

    it("tells when the entry is gone", async () => {
      const inbox = await ouvrir();
      await deposer(inbox, inscription());
      expect(await inbox.setTreated("inconnu", MIDI)).toBe(false);
      expect(await inbox.setTreated("inconnu", null)).toBe(false);
      expect(await inbox.setAuthorised("inconnu", MIDI)).toBe(false);
      expect(await inbox.setBirthDateVerified("inconnu")).toBe(false);
      expect(await inbox.resend("inconnu", MIDI)).toBe(false);
    });

    it("changes nothing of the mail", async () => {
      const inbox = await ouvrir();
      const [id = ""] = await deposer(inbox, { ...inscription(), birthDateToVerify: true });
      await inbox.setTreated(id, MIDI);
      await inbox.setAuthorised(id, MIDI);
      expect(await inbox.claimDue(MIDI, MINUTE, 10)).toMatchObject([
        { id, traiteLe: MIDI, autorisationRecueLe: MIDI, birthDateToVerify: true },
      ]);
    });

    it("is seen by everybody at once", async () => {
      const ouvrirEncore = await make();
      const [un, deux] = [await ouvrirEncore(), await ouvrirEncore()];
      const [id = ""] = await deposer(un, inscription());
      await deux.setTreated(id, MIDI);
      expect(await trouver(un, { filtre: "traite" })).toEqual([id]);
    });
  });

  describe(`${nom}, a mail sent again`, () => {
    it("waits at once after it was refused for good, as if it were new", async () => {
      const inbox = await ouvrir();
      const [id = ""] = await deposer(inbox, message("Bal"));
      await inbox.claimDue(MIDI, MINUTE, 10);
      await inbox.markFailed(id, "Adresse refusée");
      expect(await inbox.resend(id, apresMidi(MINUTE))).toBe(true);
      expect((await inbox.get(id))?.courrier).toEqual({
        etat: "en-attente",
        tentatives: 0,
        prochaine: apresMidi(MINUTE),
        raison: null,
      });
      expect(await inbox.nextDue()).toEqual(apresMidi(MINUTE));
      expect(await inbox.claimDue(apresMidi(MINUTE), MINUTE, 10)).toMatchObject([{ id }]);
    });

    it("waits at once after it was kept here, and then counts as sent once it is", async () => {
      const inbox = await ouvrir();
      const [id = ""] = await deposer(inbox, message("Bal"));
      await inbox.markKept(id, MIDI);
      expect(await inbox.resend(id, apresMidi(MINUTE))).toBe(true);
      expect((await inbox.get(id))?.courrier).toMatchObject({ etat: "en-attente", tentatives: 0, raison: null });
      expect(await inbox.claimDue(apresMidi(MINUTE), MINUTE, 10)).toMatchObject([{ id }]);
      await inbox.markSent(id, apresMidi(2 * MINUTE));
      expect((await inbox.get(id))?.courrier).toEqual({ etat: "envoye", le: apresMidi(2 * MINUTE) });
    });

    it("is not sent twice when it is out, waits or is being sent", async () => {
      const inbox = await ouvrir();
      const [sorti = "", attend = "", pris = ""] = await deposer(inbox, message("1"), message("2"), message("3"));
      await inbox.markSent(sorti, MIDI);
      await inbox.markRetry(attend, "Pas de réponse", apresMidi(60 * MINUTE));
      await inbox.claimDue(apresMidi(MINUTE), MINUTE, 10);
      for (const id of [sorti, attend, pris]) expect(await inbox.resend(id, apresMidi(MINUTE))).toBe(true);
      expect(await inbox.claimDue(apresMidi(MINUTE), MINUTE, 10)).toEqual([]);
      expect((await inbox.get(attend))?.courrier).toMatchObject({ tentatives: 1, raison: "Pas de réponse" });
    });
  });

  describe(`${nom}, all refused mail sent again`, () => {
    it("waits at once, of its own type, and is counted no more", async () => {
      const inbox = await ouvrir();
      const [a = "", b = "", fine = "", signUp = ""] = await deposer(
        inbox,
        message("1"),
        message("2"),
        message("3"),
        inscription(),
      );
      await inbox.markSent(fine, MIDI);
      for (const id of [a, b, signUp]) await inbox.markFailed(id, "Adresse refusée");
      expect(await inbox.count("message")).toEqual({ total: 3, nouveaux: 3, refused: 2 });
      expect(await inbox.resendAll("message", apresMidi(MINUTE))).toBe(2);
      expect(await inbox.resendAll("message", apresMidi(MINUTE))).toBe(0);
      expect(await inbox.count("message")).toEqual({ total: 3, nouveaux: 3, refused: 0 });
      expect(await inbox.count("inscription")).toEqual({ total: 1, nouveaux: 1, refused: 1 });
      for (const id of [a, b])
        expect((await inbox.get(id))?.courrier).toEqual({
          etat: "en-attente",
          tentatives: 0,
          prochaine: apresMidi(MINUTE),
          raison: null,
        });
      expect((await inbox.get(fine))?.courrier.etat).toBe("envoye");
      const due = await inbox.claimDue(apresMidi(MINUTE), MINUTE, 10);
      expect(due.map(({ id }) => id)).toEqual([a, b]);
    });

    it("is all of it, however much there is", async () => {
      const inbox = await ouvrir();
      const ids = await deposer(inbox, ...Array.from({ length: 25 }, (_, i) => message(`Sujet ${i}`)));
      for (const id of ids) await inbox.markFailed(id, "Adresse refusée");
      expect(await inbox.resendAll("message", MIDI)).toBe(25);
      expect((await inbox.count("message")).refused).toBe(0);
    });
  });

  describe(`${nom}, deletion`, () => {
    it("takes the entry and its waiting mail, and no other", async () => {
      const inbox = await ouvrir();
      const [a = "", b = ""] = await deposer(inbox, message("un"), message("deux"));
      await inbox.delete(a);
      await inbox.delete(a);
      await inbox.delete("inconnu");
      expect(await inbox.get(a)).toBeNull();
      expect(await trouver(inbox, { type: "message" })).toEqual([b]);
      expect(await inbox.claimDue(apresMidi(MINUTE), MINUTE, 10)).toMatchObject([{ id: b }]);
    });

    it("lets the same person sign up again", async () => {
      const inbox = await ouvrir();
      const [id = ""] = await deposer(inbox, inscription());
      await inbox.delete(id);
      expect(await inbox.add(inscription(), apresMidi(MINUTE))).toMatchObject({ nouvelle: true });
    });

    it("does not trouble a worker that was sending the mail just then", async () => {
      const inbox = await ouvrir();
      const [id = ""] = await deposer(inbox, message("un"));
      await inbox.claimDue(MIDI, MINUTE, 10);
      await inbox.delete(id);
      await inbox.markSent(id, MIDI);
      expect(await inbox.get(id)).toBeNull();
    });
  });

  describe(`${nom}, what is over`, () => {
    const JUIN = new Date("2025-06-01T10:00:00Z");
    const JUILLET = new Date("2025-07-01T10:00:00Z");
    const AOUT = new Date("2025-08-01T10:00:00Z");

    it("goes when it was treated before the limit; what is new or treated later stays", async () => {
      const inbox = await ouvrir();
      const [juin = "", juillet = "", aout = "", neuf = ""] = await deposer(
        inbox,
        ...["juin", "juillet", "août", "neuf"].map((sujet) => message(sujet)),
      );
      const [autreType = ""] = await deposer(inbox, inscription());
      await inbox.setTreated(juin, JUIN);
      await inbox.setTreated(juillet, JUILLET);
      await inbox.setTreated(aout, AOUT);
      await inbox.setTreated(autreType, JUIN);
      expect(await inbox.countTreated("message", AOUT)).toEqual({ nombre: 2, premier: JUIN, dernier: JUILLET });
      expect(await inbox.purge("message", AOUT)).toBe(2);
      expect(await trouver(inbox, { type: "message" })).toEqual([neuf, aout]);
      expect(await trouver(inbox)).toEqual([autreType]);
      expect(await inbox.countTreated("message", AOUT)).toEqual({ nombre: 0, premier: null, dernier: null });
      expect(await inbox.purge("message", AOUT)).toBe(0);
    });

    it("counts from the last time it was treated", async () => {
      const inbox = await ouvrir();
      const [id = ""] = await deposer(inbox, message("Bal"));
      await inbox.setTreated(id, JUIN);
      await inbox.setTreated(id, null);
      expect(await inbox.purge("message", AOUT)).toBe(0);
      await inbox.setTreated(id, JUILLET);
      expect(await inbox.countTreated("message", AOUT)).toMatchObject({ nombre: 1, premier: JUILLET });
    });
  });
}

const AILLEURS = { adresse: "Rue du Bisse 9, 1950 Sion", tel: "0780000000", dateAnniv: "31.12.1990" };
