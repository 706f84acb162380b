import { describe, expect, it } from "vitest";
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

    it("takes a password composed on one keyboard and decomposed on another for the same", async () => {
      const auth = await (await make())();
      await auth.createAccount(EMAIL, "Pâquerette".normalize("NFC"));
      expect(await auth.signIn(EMAIL, "Pâquerette".normalize("NFD"))).not.toBeNull();
    });
  });
}
