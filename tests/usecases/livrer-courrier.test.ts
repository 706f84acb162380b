import { describe, expect, it } from "vitest";
import { createEmlMailer } from "#adapters/embedded/eml-mailer.ts";
import { createInbox } from "#adapters/embedded/inbox.ts";
import { createReglagesStore } from "#adapters/embedded/reglages-store.ts";
import { REGLAGES_DE_DEPART } from "#domain/reglages.ts";
import type { Inbox } from "#ports/inbox.ts";
import type { Courrier, Issue, Mailer } from "#ports/mailer.ts";
import { embeddedFile } from "#tests/contracts/embedded-file.ts";
import { livrerCourrier } from "#usecases/livrer-courrier.ts";
import { mailIdOf } from "#usecases/mail-id.ts";

const DEBUT = new Date("2025-08-05T12:00:00Z");
const MINUTE_MS = 60_000;
const PANNE: Issue = { issue: "reessayer", raison: "Le serveur de messagerie n’est pas joignable." };

/** A site with a clock that the test moves and a post office that answers as the test wants. */
function site(repondre: (courrier: Courrier) => Issue | Promise<Issue> = () => ({ issue: "envoye" })) {
  const { open } = embeddedFile();
  const db = open();
  let maintenant = DEBUT;
  const partis: Courrier[] = [];
  const mailer: Mailer = {
    remise: "serveur",
    async send(courrier) {
      partis.push(courrier);
      return repondre(courrier);
    },
  };
  const services = {
    inbox: createInbox(db),
    reglages: createReglagesStore(db),
    mailer,
    clock: { now: () => maintenant },
  };
  return {
    ...services,
    services,
    open,
    partis,
    avancer: (minutes: number) => {
      maintenant = new Date(maintenant.getTime() + minutes * MINUTE_MS);
    },
    ecrire: async (sujet: string) => {
      const contenu = { nom: "Paul", email: "paul@exemple.ch", sujet, message: "Bonjour" };
      return (await services.inbox.add({ type: "message", contenu }, maintenant)).entree;
    },
    etat: async (id: string) => (await services.inbox.get(id))?.courrier,
  };
}

const sujets = (partis: Courrier[]) => partis.map(({ envoi }) => envoi.type === "message" && envoi.contenu.sujet);

describe("a pass over the outbox", () => {
  it("has nothing to do when nobody has written", async () => {
    const { services } = site();
    expect(await livrerCourrier(services)).toEqual({ envoyes: 0, reportes: 0, refuses: 0 });
  });

  it("sends everything that waits, oldest first, each once", async () => {
    const { services, ecrire, avancer, partis, etat, inbox } = site();
    const attendus = Array.from({ length: 25 }, (_, i) => `Sujet ${i}`);
    const ids = [];
    for (const sujet of attendus) {
      ids.push((await ecrire(sujet)).id);
      avancer(0.01);
    }
    expect(await livrerCourrier(services)).toEqual({ envoyes: 25, reportes: 0, refuses: 0 });
    expect(sujets(partis)).toEqual(attendus);
    expect(partis.map(({ id }) => id)).toEqual(await Promise.all(ids.map(mailIdOf)));
    for (const id of ids) expect(await etat(id)).toMatchObject({ etat: "envoye" });
    expect(await inbox.nextDue()).toBeNull();
    expect(await livrerCourrier(services)).toEqual({ envoyes: 0, reportes: 0, refuses: 0 });
  });

  it("ends after the mail that is on its way when the site stops; the others wait for its next start", async () => {
    const stopping = new AbortController();
    const { services, ecrire, partis } = site(async () => {
      stopping.abort();
      return { issue: "envoye" };
    });
    for (const sujet of ["Un", "Deux", "Trois"]) await ecrire(sujet);
    const bilan = await livrerCourrier(services, () => {}, stopping.signal);
    expect(bilan).toEqual({ envoyes: 1, reportes: 0, refuses: 0 });
    expect(sujets(partis)).toEqual(["Un"]);
    await livrerCourrier(services);
    expect(sujets(partis)).toEqual(["Un", "Deux", "Trois"]);
  });

  it("hands the mailer what was received, when, and to whom it goes", async () => {
    const { services, ecrire, partis, reglages } = site();
    const { version } = await reglages.get();
    const auteur = { email: "comite@exemple.ch", le: DEBUT };
    await reglages.save({ ...REGLAGES_DE_DEPART, destinataires: ["anne@exemple.ch"] }, version, auteur);
    const { id, type, contenu, recuLe } = await ecrire("La fête");
    await livrerCourrier(services);
    const mailId = await mailIdOf(id);
    expect(partis).toEqual([{ id: mailId, envoi: { type, contenu }, recuLe, destinataires: ["anne@exemple.ch"] }]);
  });

  it("never hands the mailer the id that opens a minor's paper, and names each attempt alike", async () => {
    const { services, ecrire, avancer, partis } = site(() => PANNE);
    const { id } = await ecrire("La fête");
    for (let attempt = 0; attempt < 3; attempt++) {
      await livrerCourrier(services);
      avancer(60);
    }
    expect(JSON.stringify(partis)).not.toContain(id);
    expect(new Set(partis.map((courrier) => courrier.id)).size).toBe(1);
    expect(partis).toHaveLength(3);
  });

  it("takes one mail after the other, so that no claim runs out while another mail is being sent", async () => {
    const s = site(() => {
      s.avancer(1.5);
      return { issue: "envoye" };
    });
    for (const sujet of ["un", "deux", "trois"]) await s.ecrire(sujet);
    const ailleurs: string[] = [];
    const { send } = s.mailer;
    s.mailer.send = async (courrier) => {
      const issue = await send(courrier);
      const autres = await createInbox(s.open()).claimDue(s.clock.now(), 0, 10);
      const mails = await Promise.all(autres.map(({ id }) => mailIdOf(id)));
      ailleurs.push(...mails.filter((id) => id === courrier.id));
      return issue;
    };
    await livrerCourrier(s.services);
    expect(ailleurs).toEqual([]);
  });

  it("sends each mail once when two workers share the outbox", async () => {
    const { services, open, ecrire, partis } = site(async () => {
      await new Promise(setImmediate);
      return { issue: "envoye" };
    });
    for (let i = 0; i < 20; i++) await ecrire(`Sujet ${i}`);
    const autre = { ...services, inbox: createInbox(open()) };
    const bilans = await Promise.all([livrerCourrier(services), livrerCourrier(autre)]);
    expect(bilans.map(({ envoyes }) => envoyes).reduce((a, b) => a + b)).toBe(20);
    expect(new Set(sujets(partis)).size).toBe(20);
    expect(partis).toHaveLength(20);
  });

  it("keeps the mails as files with the mailer of a first start", async () => {
    const { services, ecrire, etat, open } = site();
    const { id } = await ecrire("La fête");
    const directory = `${open().location()}-outbox`;
    const mailer = createEmlMailer({
      directory,
      from: "site@exemple.ch",
      to: [],
      publicUrl: "https://jeunesse.exemple.ch",
    });
    expect(await livrerCourrier({ ...services, mailer })).toEqual({ envoyes: 1, reportes: 0, refuses: 0 });
    expect(await etat(id)).toEqual({ etat: "garde", le: DEBUT });
  });
});

describe("a mail that does not go out", () => {
  it("waits one minute, then two, four… at most an hour, and is never given up", async () => {
    const { services, ecrire, avancer, etat, partis } = site(() => PANNE);
    const { id } = await ecrire("La fête");
    const attentes: number[] = [];
    for (let i = 0; i < 60; i++) {
      expect(await livrerCourrier(services)).toEqual({ envoyes: 0, reportes: 1, refuses: 0 });
      const courrier = await etat(id);
      if (courrier?.etat !== "en-attente") throw new Error("It was given up.");
      expect(courrier).toMatchObject({ tentatives: i + 1, raison: PANNE.raison });
      const minutes = (courrier.prochaine.getTime() - services.clock.now().getTime()) / MINUTE_MS;
      attentes.push(minutes);
      avancer(minutes - 0.001);
      expect(await livrerCourrier(services)).toEqual({ envoyes: 0, reportes: 0, refuses: 0 });
      avancer(0.001);
    }
    expect(attentes.slice(0, 8)).toEqual([1, 2, 4, 8, 16, 32, 60, 60]);
    expect(new Set(attentes.slice(6))).toEqual(new Set([60]));
    expect(partis).toHaveLength(60);
  });

  it("goes out once the server is back", async () => {
    let enPanne = true;
    const { services, ecrire, avancer, etat } = site(() => (enPanne ? PANNE : { issue: "envoye" }));
    const { id } = await ecrire("La fête");
    await livrerCourrier(services);
    enPanne = false;
    avancer(1);
    expect(await livrerCourrier(services)).toEqual({ envoyes: 1, reportes: 0, refuses: 0 });
    expect(await etat(id)).toEqual({ etat: "envoye", le: services.clock.now() });
  });

  it("is not tried again once it was refused for good, and says why", async () => {
    const raison = "Le serveur de messagerie n’accepte pas le message (réponse 554).";
    const { services, ecrire, avancer, etat, partis } = site(() => ({ issue: "refuse", raison }));
    const { id } = await ecrire("La fête");
    expect(await livrerCourrier(services)).toEqual({ envoyes: 0, reportes: 0, refuses: 1 });
    expect(await etat(id)).toEqual({ etat: "echec", raison });
    avancer(24 * 60);
    await livrerCourrier(services);
    expect(partis).toHaveLength(1);
  });

  it("does not keep the others waiting, even when the mailer breaks its word and throws", async () => {
    const pannes: unknown[] = [];
    const { services, ecrire, etat } = site(({ envoi }) => {
      if (envoi.type === "message" && envoi.contenu.sujet === "piège") throw new Error("bug");
      return { issue: "envoye" };
    });
    const piege = await ecrire("piège");
    await ecrire("La fête");
    const bilan = await livrerCourrier(services, (panne) => pannes.push(panne));
    expect(bilan).toEqual({ envoyes: 1, reportes: 1, refuses: 0 });
    expect(await etat(piege.id)).toMatchObject({ etat: "en-attente", tentatives: 1 });
    expect(pannes).toEqual([new Error("bug")]);
  });
});

describe("a store that falters", () => {
  /** The inbox, whose record of a success fails the first times. */
  const hesitante = (inbox: Inbox, fois: number): Inbox => {
    let restantes = fois;
    return {
      ...inbox,
      async markSent(id, le) {
        if (restantes-- > 0) throw new Error("database is locked");
        return inbox.markSent(id, le);
      },
    };
  };

  it("for a moment after a success does not make the same mail go out twice", async () => {
    const pannes: unknown[] = [];
    const { services, ecrire, avancer, etat, partis } = site();
    const { id } = await ecrire("La fête");
    const inbox = hesitante(services.inbox, 2);
    const bilan = await livrerCourrier({ ...services, inbox }, (panne) => pannes.push(panne));
    expect(bilan).toEqual({ envoyes: 1, reportes: 0, refuses: 0 });
    expect(pannes).toHaveLength(2);
    expect(await etat(id)).toEqual({ etat: "envoye", le: DEBUT });
    avancer(60);
    await livrerCourrier(services);
    expect(partis).toHaveLength(1);
  });

  it("for good makes the pass fail, and the mail is still there", async () => {
    const { services, ecrire, avancer, etat } = site();
    const { id } = await ecrire("La fête");
    const inbox = hesitante(services.inbox, Number.POSITIVE_INFINITY);
    await expect(livrerCourrier({ ...services, inbox })).rejects.toThrow("database is locked");
    expect(await etat(id)).toMatchObject({ etat: "en-attente" });
    avancer(2);
    expect(await livrerCourrier(services)).toEqual({ envoyes: 1, reportes: 0, refuses: 0 });
  });

  it("before anything was sent makes the pass fail and sends nothing; the mail is due again in two minutes", async () => {
    const { services, ecrire, avancer, partis } = site();
    await ecrire("La fête");
    const reglages = { ...services.reglages, get: () => Promise.reject(new Error("disk I/O error")) };
    await expect(livrerCourrier({ ...services, reglages })).rejects.toThrow("disk I/O error");
    expect(partis).toEqual([]);
    avancer(2);
    expect(await livrerCourrier(services)).toEqual({ envoyes: 1, reportes: 0, refuses: 0 });
  });
});
