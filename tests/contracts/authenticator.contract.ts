import { describe, expect, it, vi } from "vitest";
import type { Resultat } from "#domain/resultat.ts";
import type { Authenticator } from "#ports/authenticator.ts";

/** Makes an empty place; every call of what it returns is another handle on it, as another process would have. */
type Make = () => Promise<() => Promise<Authenticator>>;

const EMAIL = "zoe@exemple.ch";
const MOT_DE_PASSE = "Pâquerette 🎺 1965";

const HOSTILES = [
  "",
  " ",
  "a",
  "x".repeat(1_000_000),
  "' OR '1'='1",
  "x'; DROP TABLE session; --",
  "a\u0000b",
  "\r\nSet-Cookie: a=b",
  "Zoé 🎺 \u202e",
  "\ud800",
  "%",
  "../../etc/passwd",
  "null",
  "__proto__",
];

/** @returns what was accepted; fails the test when it was refused */
function valeur<T>(issue: Resultat<T, unknown>): T {
  if (!issue.ok) throw new Error(`It was refused: ${JSON.stringify(issue.raison)}`);
  return issue.valeur;
}

/** What every authenticator promises. */
export function authenticatorContract(nom: string, make: Make): void {
  const avecCompte = async () => {
    const ouvrir = await make();
    const auth = await ouvrir();
    const compte = await auth.createAccount(EMAIL, MOT_DE_PASSE);
    if (!compte) throw new Error("The place is not empty.");
    return { ouvrir, auth, compte };
  };
  const entrer = async (auth: Authenticator) => {
    const session = await auth.signIn(EMAIL, MOT_DE_PASSE);
    if (!session) throw new Error("Nobody was let in.");
    return session;
  };
  const inviter = async (auth: Authenticator, email: string) => {
    const lien = await auth.invite(email);
    if (!lien) throw new Error("Nobody was invited.");
    return lien;
  };
  const deux = async () => {
    const { ouvrir, auth, compte } = await avecCompte();
    const paul = await auth.createAccount("paul@exemple.ch", MOT_DE_PASSE);
    const dePaul = await auth.signIn("paul@exemple.ch", MOT_DE_PASSE);
    if (!paul || !dePaul) throw new Error("Paul was not let in.");
    return { ouvrir, auth, compte, deZoe: await entrer(auth), paul, dePaul };
  };

  describe(nom, () => {
    it("has no account at first and lets nobody in", async () => {
      const auth = await (await make())();
      expect(await auth.accounts()).toEqual([]);
      expect(await auth.signIn(EMAIL, MOT_DE_PASSE)).toBeNull();
    });

    it("lets somebody in with the right password", async () => {
      const { auth, compte } = await avecCompte();
      const session = await entrer(auth);
      expect(session.compte).toEqual(compte);
      expect(session.expireLe.getTime()).toBeGreaterThan(Date.now());
      expect(session.jeton).toMatch(/^[\w.~+/=-]{32,}$/);
      expect(await auth.session(session.jeton)).toEqual(compte);
    });

    it("lets nobody in with a wrong password, however alike or odd", async () => {
      const { auth } = await avecCompte();
      const presque = ["Pâquerette 🎺 1966", "pâquerette 🎺 1965", `${MOT_DE_PASSE} `, MOT_DE_PASSE.slice(0, -1)];
      for (const autre of [...presque, ...HOSTILES])
        expect(await auth.signIn(EMAIL, autre), JSON.stringify(autre).slice(0, 40)).toBeNull();
    });

    it("lets nobody in as somebody unknown, however alike or odd the address", async () => {
      const { auth } = await avecCompte();
      for (const inconnu of ["paul@exemple.ch", "zoe@exemple", "%@exemple.ch", ...HOSTILES])
        expect(await auth.signIn(inconnu, MOT_DE_PASSE), JSON.stringify(inconnu).slice(0, 40)).toBeNull();
    });

    it("does not mind the case of the address, nor spaces around it", async () => {
      const { auth, compte } = await avecCompte();
      expect((await auth.signIn(" ZOE@Exemple.CH ", MOT_DE_PASSE))?.compte).toEqual(compte);
      const autre = await auth.createAccount("Paul@Exemple.ch", MOT_DE_PASSE);
      expect(autre?.email).toBe("paul@exemple.ch");
      expect((await auth.signIn("paul@exemple.ch", MOT_DE_PASSE))?.compte).toEqual(autre);
    });

    it("knows each of two people from the other", async () => {
      const { auth, compte } = await avecCompte();
      const paul = await auth.createAccount("paul@exemple.ch", "un autre mot");
      expect(await auth.signIn("paul@exemple.ch", MOT_DE_PASSE)).toBeNull();
      const [deZoe, dePaul] = [await entrer(auth), await auth.signIn("paul@exemple.ch", "un autre mot")];
      expect(await auth.session(deZoe.jeton)).toEqual(compte);
      expect(await auth.session(String(dePaul?.jeton))).toEqual(paul);
    });

    it("takes odd texts for nobody's session, and ends nobody's session for them", async () => {
      const { auth, compte } = await avecCompte();
      const session = await entrer(auth);
      for (const jeton of HOSTILES) {
        expect(await auth.session(jeton), JSON.stringify(jeton).slice(0, 40)).toBeNull();
        await auth.signOut(jeton);
      }
      expect(await auth.session(session.jeton)).toEqual(compte);
    });

    it("takes a session that was changed by a single character for nobody's", async () => {
      const { auth } = await avecCompte();
      const { jeton } = await entrer(auth);
      expect(await auth.session(jeton.slice(0, -1))).toBeNull();
      expect(await auth.session(`${jeton}A`)).toBeNull();
      expect(await auth.session((jeton.startsWith("A") ? "B" : "A") + jeton.slice(1))).toBeNull();
    });

    it("ends a session at once, everywhere, when its owner signs out", async () => {
      const { ouvrir, auth, compte } = await avecCompte();
      const ailleurs = await ouvrir();
      const { jeton } = await entrer(auth);
      expect(await ailleurs.session(jeton)).toEqual(compte);
      await auth.signOut(jeton);
      expect(await auth.session(jeton)).toBeNull();
      expect(await ailleurs.session(jeton)).toBeNull();
    });

    it("signs out twice without a fault", async () => {
      const { auth } = await avecCompte();
      const { jeton } = await entrer(auth);
      await auth.signOut(jeton);
      await auth.signOut(jeton);
      expect(await auth.session(jeton)).toBeNull();
    });

    it("keeps the telephone signed in when the laptop signs out", async () => {
      const { auth, compte } = await avecCompte();
      const [portable, telephone] = [await entrer(auth), await entrer(auth)];
      expect(portable.jeton).not.toBe(telephone.jeton);
      await auth.signOut(portable.jeton);
      expect(await auth.session(telephone.jeton)).toEqual(compte);
    });

    it("lists all accounts by address", async () => {
      const { auth, compte } = await avecCompte();
      const anne = await auth.createAccount("anne@exemple.ch", MOT_DE_PASSE);
      expect(await auth.accounts()).toMatchObject([{ ...anne }, { ...compte }]);
    });

    it("makes no second account for an address, and leaves the first one its password", async () => {
      const { auth, compte } = await avecCompte();
      expect(await auth.createAccount(EMAIL.toUpperCase(), "un autre mot")).toBeNull();
      expect(await auth.accounts()).toMatchObject([{ ...compte }]);
      expect(await auth.signIn(EMAIL, "un autre mot")).toBeNull();
      expect(await auth.signIn(EMAIL, MOT_DE_PASSE)).not.toBeNull();
    });

    it("makes one account when two people create the same at the same moment", async () => {
      const ouvrir = await make();
      const [une, deux] = [await ouvrir(), await ouvrir()];
      const comptes = await Promise.all([une, deux].map((auth) => auth.createAccount(EMAIL, MOT_DE_PASSE)));
      expect(comptes.filter(Boolean)).toHaveLength(1);
      expect(await une.accounts()).toMatchObject(comptes.filter((compte) => compte !== null));
      expect(await deux.signIn(EMAIL, MOT_DE_PASSE)).not.toBeNull();
    });

    it("refuses a password of five characters, makes no account then, and takes one of six", async () => {
      const auth = await (await make())();
      await expect(auth.createAccount(EMAIL, "abcde")).rejects.toThrow("6");
      expect(await auth.accounts()).toEqual([]);
      expect(await auth.createAccount(EMAIL, "abcdef")).not.toBeNull();
      expect(await auth.signIn(EMAIL, "abcdef")).not.toBeNull();
    });

    it("knows when somebody last signed in, and that somebody never did", async () => {
      const { auth, compte } = await avecCompte();
      expect(await auth.accounts()).toEqual([{ ...compte, derniereConnexion: null, peutEntrer: true, lien: null }]);
      const avant = Date.now();
      await entrer(auth);
      const [zoe] = await auth.accounts();
      expect(zoe?.derniereConnexion?.getTime()).toBeGreaterThanOrEqual(avant);
      await auth.signIn(EMAIL, "un autre mot");
      expect((await auth.accounts())[0]?.derniereConnexion).toEqual(zoe?.derniereConnexion);
    });

    it("refuses a password of 129 characters and takes one of 128", async () => {
      const auth = await (await make())();
      await expect(auth.createAccount(EMAIL, "é".repeat(129))).rejects.toThrow("128");
      expect(await auth.createAccount(EMAIL, "é".repeat(128))).not.toBeNull();
      expect(await auth.signIn(EMAIL, "é".repeat(128))).not.toBeNull();
    });

    it("takes a password composed on one keyboard and decomposed on another for the same", async () => {
      const auth = await (await make())();
      await auth.createAccount(EMAIL, "Pâquerette".normalize("NFC"));
      expect(await auth.signIn(EMAIL, "Pâquerette".normalize("NFD"))).not.toBeNull();
    });
  });

  describe(`${nom}, invitations`, () => {
    it("let somebody in who chose a password through the link, and nobody before", async () => {
      const auth = await (await make())();
      const lien = await inviter(auth, " Paul@Exemple.ch ");
      expect(lien).toMatchObject({ genre: "invitation", compte: { email: "paul@exemple.ch" } });
      expect(lien.jeton).toMatch(/^[\w-]{32,}$/);
      expect(await auth.accounts()).toEqual([
        {
          ...lien.compte,
          derniereConnexion: null,
          peutEntrer: false,
          lien: { genre: "invitation", expireLe: lien.expireLe },
        },
      ]);
      expect(await auth.signIn("paul@exemple.ch", "")).toBeNull();

      const session = valeur(await auth.acceptLink(lien.jeton, MOT_DE_PASSE));
      expect(session.compte).toEqual(lien.compte);
      expect(await auth.session(session.jeton)).toEqual(lien.compte);
      expect(await auth.signIn("paul@exemple.ch", MOT_DE_PASSE)).not.toBeNull();
      expect(await auth.accounts()).toMatchObject([{ ...lien.compte, peutEntrer: true, lien: null }]);
      expect((await auth.accounts())[0]?.derniereConnexion).toBeInstanceOf(Date);
    });

    it("work for seven days", async () => {
      const auth = await (await make())();
      const { expireLe } = await inviter(auth, "paul@exemple.ch");
      expect(Math.abs(expireLe.getTime() - Date.now() - 7 * 24 * 3_600_000)).toBeLessThan(60_000);
    });

    it("work for as long as they are asked to, given again too", async () => {
      const auth = await (await make())();
      for (const lastsMs of [24 * 3_600_000, 3_600_000]) {
        const lien = await auth.invite("paul@exemple.ch", lastsMs);
        expect(Math.abs(Number(lien?.expireLe) - Date.now() - lastsMs)).toBeLessThan(60_000);
        expect((await auth.accounts())[0]?.lien?.expireLe).toEqual(lien?.expireLe);
      }
      const lien = await auth.invite("paul@exemple.ch", -1);
      expect(await auth.acceptLink(String(lien?.jeton), MOT_DE_PASSE)).toEqual({ ok: false, raison: "expire" });
    });

    it("may be looked at as often as one likes, as programs that check mail do", async () => {
      const { auth } = await avecCompte();
      const { jeton, ...lien } = await inviter(auth, "paul@exemple.ch");
      for (let i = 0; i < 3; i++) expect(await auth.readLink(jeton)).toEqual({ ok: true, valeur: lien });
      expect((await auth.acceptLink(jeton, MOT_DE_PASSE)).ok).toBe(true);
    });

    it("work once, also when two people use the same at the same moment", async () => {
      const { ouvrir, auth } = await avecCompte();
      const { jeton } = await inviter(auth, "paul@exemple.ch");
      const mots = ["premier mot", "second mot"];
      const issues = await Promise.all(mots.map(async (mot) => (await ouvrir()).acceptLink(jeton, mot)));
      expect(issues.filter(({ ok }) => ok)).toHaveLength(1);
      const gagnant = issues.findIndex(({ ok }) => ok);
      expect(await auth.signIn("paul@exemple.ch", mots[gagnant] ?? "")).not.toBeNull();
      expect(await auth.signIn("paul@exemple.ch", mots[1 - gagnant] ?? "")).toBeNull();
      expect(await auth.readLink(jeton)).toEqual({ ok: false, raison: "inconnu" });
      expect(await auth.acceptLink(jeton, MOT_DE_PASSE)).toEqual({ ok: false, raison: "inconnu" });
    });

    it("replace one another: only the last link works", async () => {
      const { auth } = await avecCompte();
      const premier = await inviter(auth, "paul@exemple.ch");
      const second = await inviter(auth, "PAUL@exemple.ch");
      const troisieme = await auth.reset(second.compte.id);
      expect(second.compte).toEqual(premier.compte);
      expect(troisieme).toMatchObject({ genre: "invitation", compte: premier.compte });
      for (const { jeton } of [premier, second])
        expect(await auth.acceptLink(jeton, MOT_DE_PASSE)).toEqual({ ok: false, raison: "inconnu" });
      expect((await auth.acceptLink(String(troisieme?.jeton), MOT_DE_PASSE)).ok).toBe(true);
      expect(await auth.accounts()).toHaveLength(2);
    });

    it("are not given to somebody who has an account, whose password stays", async () => {
      const { auth } = await avecCompte();
      expect(await auth.invite(EMAIL.toUpperCase())).toBeNull();
      expect(await auth.signIn(EMAIL, MOT_DE_PASSE)).not.toBeNull();
    });

    it("are withdrawn with the account, whoever else can sign in", async () => {
      const auth = await (await make())();
      const { jeton, compte } = await inviter(auth, "paul@exemple.ch");
      expect(await auth.removeAccount(compte.id)).toBe("retire");
      expect(await auth.readLink(jeton)).toEqual({ ok: false, raison: "inconnu" });
      expect(await auth.acceptLink(jeton, MOT_DE_PASSE)).toEqual({ ok: false, raison: "inconnu" });
      expect(await auth.accounts()).toEqual([]);
    });

    it("keep their address from becoming a second account", async () => {
      const auth = await (await make())();
      await inviter(auth, EMAIL);
      expect(await auth.createAccount(EMAIL, MOT_DE_PASSE)).toBeNull();
    });

    it("still work after a password that was too short", async () => {
      const auth = await (await make())();
      const { jeton } = await inviter(auth, EMAIL);
      await expect(auth.acceptLink(jeton, "abcde")).rejects.toThrow("6");
      expect((await auth.acceptLink(jeton, "abcdef")).ok).toBe(true);
    });

    it("take odd texts for no link, and no session for one", async () => {
      const { auth } = await avecCompte();
      await inviter(auth, "paul@exemple.ch");
      const session = await entrer(auth);
      for (const jeton of [...HOSTILES, session.jeton]) {
        expect(await auth.readLink(jeton), JSON.stringify(jeton).slice(0, 40)).toEqual({
          ok: false,
          raison: "inconnu",
        });
        expect(await auth.acceptLink(jeton, "un mot de passe")).toEqual({ ok: false, raison: "inconnu" });
      }
    });

    it("make one account when two people invite the same at the same moment, with one link that works", async () => {
      const ouvrir = await make();
      const liens = await Promise.all([1, 2, 3].map(async () => inviter(await ouvrir(), EMAIL)));
      const auth = await ouvrir();
      expect(await auth.accounts()).toHaveLength(1);
      const lus = await Promise.all(liens.map(({ jeton }) => auth.readLink(jeton)));
      expect(lus.filter(({ ok }) => ok)).toHaveLength(1);
    });
  });

  describe(`${nom}, resets`, () => {
    it("end somebody's sessions at once, everywhere, and their password", async () => {
      const { ouvrir, auth, paul, dePaul } = await deux();
      const ailleurs = await ouvrir();
      const lien = await auth.reset(paul.id);
      expect(lien).toMatchObject({ genre: "reinitialisation", compte: paul });
      expect(Math.abs(Number(lien?.expireLe) - Date.now() - 24 * 3_600_000)).toBeLessThan(60_000);
      expect(await ailleurs.session(dePaul.jeton)).toBeNull();
      expect(await ailleurs.signIn(paul.email, MOT_DE_PASSE)).toBeNull();
      expect((await auth.accounts())[0]).toMatchObject({
        ...paul,
        peutEntrer: false,
        lien: { genre: "reinitialisation" },
      });

      const session = valeur(await auth.acceptLink(String(lien?.jeton), "un nouveau mot"));
      expect(await auth.session(session.jeton)).toEqual(paul);
      expect(await auth.signIn(paul.email, "un nouveau mot")).not.toBeNull();
      expect(await auth.signIn(paul.email, MOT_DE_PASSE)).toBeNull();
      expect((await auth.accounts())[0]).toMatchObject({ peutEntrer: true, lien: null });
    });

    it("leave everybody else signed in", async () => {
      const { auth, compte, deZoe, paul } = await deux();
      await auth.reset(paul.id);
      expect(await auth.session(deZoe.jeton)).toEqual(compte);
    });

    it("leave the last account that can sign in its password until the link is used", async () => {
      const { auth, compte } = await avecCompte();
      const session = await entrer(auth);
      const lien = await auth.reset(compte.id);
      expect(await auth.session(session.jeton)).toBeNull();
      const entre = await entrer(auth);
      expect((await auth.acceptLink(String(lien?.jeton), "un nouveau mot")).ok).toBe(true);
      expect(await auth.session(entre.jeton)).toBeNull();
      expect(await auth.signIn(EMAIL, MOT_DE_PASSE)).toBeNull();
      expect(await auth.signIn(EMAIL, "un nouveau mot")).not.toBeNull();
    });

    it("of two people by one another at the same moment leave one of them who can sign in", async () => {
      const { ouvrir, compte, paul } = await deux();
      const [une, autre] = [await ouvrir(), await ouvrir()];
      await Promise.all([une.reset(paul.id), autre.reset(compte.id)]);
      expect((await une.accounts()).filter(({ peutEntrer }) => peutEntrer)).toHaveLength(1);
    });

    it("of somebody who is not there give no link", async () => {
      const { auth } = await avecCompte();
      for (const id of HOSTILES) expect(await auth.reset(id)).toBeNull();
    });

    it("let nobody in who was typing the old password at that moment", async () => {
      const { auth, paul } = await deux();
      const entrees = [1, 2, 3, 4].map(() => auth.signIn(paul.email, MOT_DE_PASSE));
      await auth.reset(paul.id);
      for (const session of await Promise.all(entrees))
        expect(session && (await auth.session(session.jeton))).toBeNull();
    });
  });

  describe(`${nom}, removals`, () => {
    it("end somebody's sessions at once, everywhere, and let them in no more", async () => {
      const { ouvrir, auth, compte, deZoe, paul, dePaul } = await deux();
      const ailleurs = await ouvrir();
      expect(await auth.removeAccount(paul.id)).toBe("retire");
      expect(await ailleurs.session(dePaul.jeton)).toBeNull();
      expect(await ailleurs.signIn(paul.email, MOT_DE_PASSE)).toBeNull();
      expect(await auth.accounts()).toMatchObject([{ ...compte }]);
      expect(await auth.session(deZoe.jeton)).toEqual(compte);
      expect(await auth.removeAccount(paul.id)).toBe("absent");
    });

    it("never take the last account that can sign in, whoever is only invited or reset", async () => {
      const { auth, compte, deZoe, paul } = await deux();
      await auth.reset(paul.id);
      await inviter(auth, "anne@exemple.ch");
      expect(await auth.removeAccount(compte.id)).toBe("dernier");
      expect(await auth.session(deZoe.jeton)).toEqual(compte);
      expect(await auth.signIn(EMAIL, MOT_DE_PASSE)).not.toBeNull();
      expect(await auth.removeAccount(paul.id)).toBe("retire");
    });

    it("of two people by one another at the same moment leave one of them", async () => {
      const { ouvrir, auth, compte, paul } = await deux();
      const [une, autre] = [await ouvrir(), await ouvrir()];
      const issues = await Promise.all([une.removeAccount(paul.id), autre.removeAccount(compte.id)]);
      expect(issues.sort()).toEqual(["dernier", "retire"]);
      expect((await auth.accounts()).filter(({ peutEntrer }) => peutEntrer)).toHaveLength(1);
    });

    it("let somebody be invited again, as somebody new", async () => {
      const { auth, paul } = await deux();
      await auth.removeAccount(paul.id);
      const lien = await inviter(auth, paul.email);
      expect(lien.compte.id).not.toBe(paul.id);
    });

    it("of somebody who is not there change nothing", async () => {
      const { auth, compte } = await avecCompte();
      for (const id of HOSTILES) expect(await auth.removeAccount(id)).toBe("absent");
      expect(await auth.accounts()).toMatchObject([{ ...compte }]);
    });
  });

  describe(`${nom}, a change of password`, () => {
    it("opens a new session and ends all others, the one that it was made in as well", async () => {
      const { ouvrir, auth, compte } = await avecCompte();
      const [ici, ailleurs] = [await entrer(auth), await entrer(auth)];
      const nouvelle = await auth.changePassword(compte.id, MOT_DE_PASSE, "un nouveau mot", "Mac · Safari");
      expect(nouvelle?.compte).toEqual(compte);
      for (const { jeton } of [ici, ailleurs]) {
        expect(await auth.session(jeton)).toBeNull();
        expect(await (await ouvrir()).session(jeton)).toBeNull();
        expect(await auth.confirm(jeton, "un nouveau mot")).toBe(false);
      }
      expect(await auth.session(String(nouvelle?.jeton))).toEqual(compte);
      expect(await auth.sessions(String(nouvelle?.jeton))).toMatchObject([{ device: "Mac · Safari", current: true }]);
      expect(await auth.signIn(EMAIL, MOT_DE_PASSE)).toBeNull();
      expect(await auth.signIn(EMAIL, "un nouveau mot")).not.toBeNull();
    });

    it("is not made with a wrong password, however odd", async () => {
      const { auth, compte } = await avecCompte();
      const ailleurs = await entrer(auth);
      for (const faux of ["faux mot", ...HOSTILES])
        expect(await auth.changePassword(compte.id, faux, "un nouveau mot")).toBeNull();
      expect(await auth.session(ailleurs.jeton)).toEqual(compte);
      expect(await auth.signIn(EMAIL, MOT_DE_PASSE)).not.toBeNull();
    });

    it("ends nobody else's session", async () => {
      const { auth, compte, paul, dePaul } = await deux();
      await auth.changePassword(compte.id, MOT_DE_PASSE, "un nouveau mot");
      expect(await auth.session(dePaul.jeton)).toEqual(paul);
    });

    it("takes back a link that was out", async () => {
      const { auth, compte } = await avecCompte();
      const lien = await auth.reset(compte.id);
      await auth.changePassword(compte.id, MOT_DE_PASSE, "un nouveau mot");
      expect(await auth.acceptLink(String(lien?.jeton), "autre chose")).toEqual({ ok: false, raison: "inconnu" });
      expect((await auth.accounts())[0]?.lien).toBeNull();
    });

    it("made twice at the same moment leaves one password that works", async () => {
      const { ouvrir, auth, compte } = await avecCompte();
      const mots = ["premier mot", "second mot"];
      const issues = await Promise.all(
        mots.map(async (mot) => (await ouvrir()).changePassword(compte.id, MOT_DE_PASSE, mot)),
      );
      const gagnant = issues.findIndex((issue) => issue !== null);
      expect(issues[1 - gagnant]).toBeNull();
      expect(await auth.session(issues[gagnant]?.jeton ?? "")).toEqual(compte);
      expect(await auth.signIn(EMAIL, mots[gagnant] ?? "")).not.toBeNull();
    });

    it("is not made for somebody who was removed or reset meanwhile", async () => {
      const { auth, paul } = await deux();
      const changement = auth.changePassword(paul.id, MOT_DE_PASSE, "un nouveau mot");
      await auth.reset(paul.id);
      expect(await changement).toBeNull();
      expect(await auth.signIn(paul.email, "un nouveau mot")).toBeNull();
    });

    it("refuses a new password of five characters", async () => {
      const { auth, compte } = await avecCompte();
      await expect(auth.changePassword(compte.id, MOT_DE_PASSE, "abcde")).rejects.toThrow("6");
      expect(await auth.signIn(EMAIL, MOT_DE_PASSE)).not.toBeNull();
    });
  });

  describe(`${nom}, a password that is asked again`, () => {
    it("counts as typed when a session opens, by signing in, a link or a change of password", async () => {
      const { auth, compte } = await avecCompte();
      const { jeton } = await inviter(auth, "paul@exemple.ch");
      const avant = Date.now();
      const sessions = [
        valeur(await auth.acceptLink(jeton, MOT_DE_PASSE)),
        await auth.changePassword(compte.id, MOT_DE_PASSE, "un nouveau mot"),
        await auth.signIn(EMAIL, "un nouveau mot"),
      ];
      for (const session of sessions)
        expect((await auth.confirmedAt(String(session?.jeton)))?.getTime()).toBeGreaterThanOrEqual(avant);
    });

    it("is noted in the session in which it was typed, and in no other", async () => {
      const { ouvrir, auth } = await avecCompte();
      const [ici, ailleurs] = [await entrer(auth), await entrer(auth)];
      const avant = [await auth.confirmedAt(ici.jeton), await auth.confirmedAt(ailleurs.jeton)];
      await vi.waitUntil(() => Date.now() > Number(avant[0]) && Date.now() > Number(avant[1]), { interval: 1 });
      expect(await auth.confirm(ici.jeton, MOT_DE_PASSE)).toBe(true);
      expect(Number(await (await ouvrir()).confirmedAt(ici.jeton))).toBeGreaterThan(Number(avant[0]));
      expect(await auth.confirmedAt(ailleurs.jeton)).toEqual(avant[1]);
    });

    it("has to be the right one, of the session's own account, and leaves the session as it is when it is not", async () => {
      const { auth, deZoe, paul } = await deux();
      await auth.changePassword(paul.id, MOT_DE_PASSE, "le mot de Paul");
      const avant = await auth.confirmedAt(deZoe.jeton);
      for (const faux of ["le mot de Paul", ...HOSTILES]) expect(await auth.confirm(deZoe.jeton, faux)).toBe(false);
      expect(await auth.confirmedAt(deZoe.jeton)).toEqual(avant);
      expect(await auth.session(deZoe.jeton)).not.toBeNull();
    });

    it("confirms nothing in a session that is over or never was", async () => {
      const { auth } = await avecCompte();
      const { jeton } = await entrer(auth);
      await auth.signOut(jeton);
      for (const une of [jeton, ...HOSTILES]) {
        expect(await auth.confirm(une, MOT_DE_PASSE)).toBe(false);
        expect(await auth.confirmedAt(une)).toBeNull();
      }
    });

    it("knows an account by its address, whatever its case, an invited one too", async () => {
      const { auth, compte } = await avecCompte();
      const paul = await inviter(auth, "paul@exemple.ch");
      expect(await auth.accountId(" ZOE@exemple.ch ")).toBe(compte.id);
      expect(await auth.accountId("paul@exemple.ch")).toBe(paul.compte.id);
      for (const inconnu of ["personne@exemple.ch", "%", "x".repeat(1000)])
        expect(await auth.accountId(inconnu)).toBeNull();
    });
  });

  describe(`${nom}, one's own sessions`, () => {
    it("are listed with their device and their times, the one that asks marked, and nobody else's", async () => {
      const { auth, deZoe } = await deux();
      const avant = Date.now();
      await auth.signIn(EMAIL, MOT_DE_PASSE, "iPhone · Safari");
      const sessions = await auth.sessions(deZoe.jeton);
      expect(sessions.toSorted((a, b) => a.device.localeCompare(b.device))).toMatchObject([
        { device: "", current: true },
        { device: "iPhone · Safari", current: false },
      ]);
      for (const { openedAt, usedAt } of sessions) expect(usedAt.getTime()).toBeGreaterThanOrEqual(openedAt.getTime());
      const iphone = sessions.find(({ device }) => device !== "");
      expect(Number(iphone?.openedAt)).toBeGreaterThanOrEqual(avant - 1);
    });

    it("are twenty at most", async () => {
      const { auth } = await avecCompte();
      const { jeton } = await entrer(auth);
      for (let i = 0; i < 20; i++) await entrer(auth);
      expect(await auth.sessions(jeton)).toHaveLength(20);
    });

    it("are none for a session that is over or never was, and nothing ends for it", async () => {
      const { auth, compte } = await avecCompte();
      const [finie, ouverte] = [await entrer(auth), await entrer(auth)];
      await auth.signOut(finie.jeton);
      for (const une of [finie.jeton, ...HOSTILES]) {
        expect(await auth.sessions(une)).toEqual([]);
        await auth.endOtherSessions(une);
      }
      expect(await auth.session(ouverte.jeton)).toEqual(compte);
    });

    it("end at once, everywhere, all but the one that says so, and nobody else's", async () => {
      const { ouvrir, auth, compte, deZoe, paul, dePaul } = await deux();
      const [perdu, vendu] = [await entrer(auth), await entrer(auth)];
      await auth.endOtherSessions(deZoe.jeton);
      const ailleurs = await ouvrir();
      for (const { jeton } of [perdu, vendu]) expect(await ailleurs.session(jeton)).toBeNull();
      expect(await ailleurs.session(deZoe.jeton)).toEqual(compte);
      expect(await ailleurs.session(dePaul.jeton)).toEqual(paul);
      expect(await auth.sessions(deZoe.jeton)).toMatchObject([{ current: true }]);
    });
  });
}
