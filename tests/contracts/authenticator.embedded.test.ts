import crypto from "node:crypto";
import { mkdirSync, readdirSync, readFileSync } from "node:fs";
import { syncBuiltinESMExports } from "node:module";
import { dirname, join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { createAuthenticator } from "#adapters/embedded/authenticator.ts";
import { MIGRATIONS } from "#adapters/embedded/database.ts";
import { genererMotDePasse } from "#server/mot-de-passe.ts";
import { passwordsCostAsOnASite } from "#tests/password-cost.ts";
import { authenticatorContract } from "./authenticator.contract.ts";
import { embeddedFile } from "./embedded-file.ts";

const SECRET = "un-secret-de-test-qui-ne-sert-nulle-part-0123456789";
/** Of a day. */
const MINUTE = 1 / 1440;
const JOUR_MS = 24 * 60 * 60 * 1000;
const EMAIL = "zoe@exemple.ch";
const MOT_DE_PASSE = "Pâquerette 1965";

/** As @better-auth/utils 0.4.2 hashed them. */
const OF_THE_LIBRARY = {
  plain:
    "2a77195660db2258e95cf4b552610932:d0eb136e5063fc167724676faa1b53a2dba91b1e07f0faa07522b35a8a324472617cea252f617b9e67e8c62c0e7580ae18b77cda46086359188485c5f9f8a69d",
  composed:
    "ba9a8846e79926bc14eb6b5408a5dadb:a79155ce5298ee7856f0b7aa62c88b6d0af9d7ee6bf5f4f97bd408b505f07c30ef7598b30fdbbf7b3bd9385c4344a01cccd544fbcba0125bcc487e0f410974ef",
};

authenticatorContract("local accounts in SQLite", async () => {
  const { open } = embeddedFile();
  return async () => createAuthenticator({ db: open(), secret: SECRET });
});

/** An account, somebody signed in, and a clock that the test moves. */
async function quelquUn() {
  const { open } = embeddedFile();
  const db = open();
  let maintenant = new Date("2025-07-01T12:00:00Z");
  const auth = createAuthenticator({ db, secret: SECRET, now: () => maintenant });
  const compte = await auth.createAccount(EMAIL, MOT_DE_PASSE);
  const session = await auth.signIn(EMAIL, MOT_DE_PASSE);
  if (!session) throw new Error("Nobody was let in.");
  const avancer = (jours: number) => {
    maintenant = new Date(maintenant.getTime() + jours * JOUR_MS);
  };
  return { db, open, auth, compte, session, avancer, debut: maintenant };
}

describe("a session", () => {
  it("ends 14 days after somebody signed in and did nothing more", async () => {
    const { auth, compte, session, avancer, debut } = await quelquUn();
    expect(session.expireLe).toEqual(new Date(debut.getTime() + 14 * JOUR_MS));
    avancer(14);
    expect(await auth.session(session.jeton)).toBeNull();
    avancer(-1 / 1440);
    expect(await auth.session(session.jeton)).toEqual(compte);
  });

  it("lasts as long as somebody comes back within 14 days", async () => {
    const { auth, compte, session, avancer } = await quelquUn();
    for (let visite = 0; visite < 4; visite++) {
      avancer(13);
      expect(await auth.session(session.jeton)).toEqual(compte);
    }
    avancer(14);
    expect(await auth.session(session.jeton)).toBeNull();
  });

  it("ends 90 days after somebody signed in, however often they come back", async () => {
    const { auth, compte, session, avancer } = await quelquUn();
    for (let jour = 0; jour < 89; jour++) {
      avancer(1);
      expect(await auth.session(session.jeton)).toEqual(compte);
    }
    avancer(1 - 1 / 1440);
    expect(await auth.session(session.jeton)).toEqual(compte);
    avancer(1 / 1440);
    expect(await auth.session(session.jeton)).toBeNull();
    const encore = await auth.signIn(EMAIL, MOT_DE_PASSE);
    expect(encore && (await auth.session(encore.jeton))).toEqual(compte);
  });

  it("is a fresh one each time somebody signs in", async () => {
    const { auth, session } = await quelquUn();
    const suivantes = await Promise.all(Array.from({ length: 5 }, () => auth.signIn(EMAIL, MOT_DE_PASSE)));
    const jetons = new Set([session, ...suivantes].map((une) => une?.jeton));
    expect([jetons.size, jetons.has(undefined)]).toEqual([6, false]);
  });

  it("is not written again for every page that somebody opens, but every ten minutes", async () => {
    const { db, auth, session, avancer, debut } = await quelquUn();
    const fin = () => db.prepare("SELECT expiresAt FROM session").get()?.expiresAt;
    const usedAt = async () => (await auth.sessions(session.jeton))[0]?.usedAt;
    const avant = fin();
    avancer(9 * MINUTE);
    await auth.session(session.jeton);
    expect([fin(), await usedAt()]).toEqual([avant, debut]);
    avancer(2 * MINUTE);
    await auth.session(session.jeton);
    expect(fin()).not.toBe(avant);
    expect(await usedAt()).toEqual(new Date(debut.getTime() + 11 * 60_000));
  });

  it("goes on while its use cannot be noted", async () => {
    const { db, auth, compte, session, avancer } = await quelquUn();
    db.exec("CREATE TRIGGER panne BEFORE UPDATE ON session BEGIN SELECT raise(ABORT, 'disk full'); END");
    avancer(1);
    expect(await auth.session(session.jeton)).toEqual(compte);
  });

  it("that an older version opened is one in which no password was confirmed", async () => {
    const { db, auth, session } = await quelquUn();
    db.exec("UPDATE session SET confirmedAt = NULL, userAgent = NULL");
    expect(await auth.confirmedAt(session.jeton)).toBeNull();
    expect(await auth.sessions(session.jeton)).toMatchObject([{ device: "", current: true }]);
    expect(await auth.confirm(session.jeton, MOT_DE_PASSE)).toBe(true);
    expect(await auth.confirmedAt(session.jeton)).not.toBeNull();
  });

  it("leaves no trace once it has expired and somebody signs in again", async () => {
    const { db, auth, avancer } = await quelquUn();
    avancer(15);
    await auth.signIn(EMAIL, MOT_DE_PASSE);
    expect(db.prepare("SELECT count(*) AS n FROM session").get()?.n).toBe(1);
  });

  it("is still there when the site was restarted, and gone when its secret was replaced", async () => {
    const { open, compte, session, debut } = await quelquUn();
    const now = () => debut;
    const apres = createAuthenticator({ db: open(), secret: SECRET, now });
    expect(await apres.session(session.jeton)).toEqual(compte);
    const autreSecret = createAuthenticator({ db: open(), secret: SECRET.toUpperCase(), now });
    expect(await autreSecret.session(session.jeton)).toBeNull();
  });

  it("cannot be taken over by somebody who reads the database", async () => {
    const { db, auth, session } = await quelquUn();
    const ligne = db.prepare("SELECT * FROM session").get() ?? {};
    for (const valeur of Object.values(ligne)) {
      expect(valeur).not.toBe(session.jeton);
      expect(await auth.session(String(valeur))).toBeNull();
    }
  });

  it("says no more of the device than what it was given, and nothing of the place of its owner", async () => {
    const { db, auth } = await quelquUn();
    await auth.signIn(EMAIL, MOT_DE_PASSE, "iPhone · Safari");
    const kept = db.prepare("SELECT * FROM session ORDER BY userAgent").all();
    expect(kept.map(({ userAgent }) => userAgent)).toEqual(["", "iPhone · Safari"]);
    const columns = ["confirmedAt", "createdAt", "expiresAt", "token", "updatedAt", "userAgent", "userId"];
    expect(Object.keys(kept[0] ?? {}).sort()).toEqual(columns);
  });
});

describe("a password", () => {
  it("costs one memory-hard hash, whether the account exists, the password is wrong, or nobody is known", async () => {
    const { auth } = await quelquUn();
    const scrypt = vi.spyOn(crypto, "scrypt");
    syncBuiltinESMExports();
    onTestFinished(() => {
      scrypt.mockRestore();
      syncBuiltinESMExports();
    });
    const essais = [
      [EMAIL, MOT_DE_PASSE],
      [EMAIL, "faux mot"],
      ["inconnu@exemple.ch", MOT_DE_PASSE],
    ] as const;
    for (const [email, motDePasse] of essais) {
      scrypt.mockClear();
      await auth.signIn(email, motDePasse);
      expect(scrypt).toHaveBeenCalledOnce();
      expect(scrypt.mock.calls[0]?.[3]).toMatchObject({ N: 16_384, r: 16 });
    }
  });

  it("is nowhere in the file", async () => {
    const { db } = await quelquUn();
    const lignes = ["user", "session"].flatMap((table) => db.prepare(`SELECT * FROM ${table}`).all());
    expect(lignes).toHaveLength(2);
    expect(JSON.stringify(lignes)).not.toContain(MOT_DE_PASSE);
  });

  it.each([
    ["Pâquerette 🎺 1965", OF_THE_LIBRARY.plain],
    ["ﬁlet e\u0301 à la brisolée", OF_THE_LIBRARY.composed],
    ["filet é à la brisolée", OF_THE_LIBRARY.composed],
  ])("that better-auth hashed for an earlier version goes on letting in: %s", async (password, hash) => {
    passwordsCostAsOnASite();
    const { db, auth } = await quelquUn();
    db.prepare("UPDATE user SET password = ?").run(hash);
    expect(await auth.signIn(EMAIL, password)).not.toBeNull();
    expect(await auth.signIn(EMAIL, `${password}x`)).toBeNull();
  });

  it("that is generated is long, readable and never the same", () => {
    const mots = Array.from({ length: 200 }, genererMotDePasse);
    expect(new Set(mots).size).toBe(200);
    for (const mot of mots) expect(mot).toMatch(/^[a-hjkmnp-z2-9]{4}(-[a-hjkmnp-z2-9]{4}){3}$/);
  });
});

describe("a link", () => {
  it("ends seven days after an invitation and one day after a reset, and says that it has expired", async () => {
    const { auth, compte, avancer } = await quelquUn();
    const invitation = await auth.invite("paul@exemple.ch");
    const nouveau = await auth.reset(String(compte?.id));
    const lire = async (jeton: string | undefined) => (await auth.readLink(String(jeton))).ok;
    avancer(1 - 1 / 1440);
    expect([await lire(invitation?.jeton), await lire(nouveau?.jeton)]).toEqual([true, true]);
    avancer(1 / 1440);
    expect(await auth.readLink(String(nouveau?.jeton))).toEqual({ ok: false, raison: "expire" });
    avancer(6 - 1 / 1440);
    expect(await lire(invitation?.jeton)).toBe(true);
    avancer(1 / 1440);
    expect(await auth.acceptLink(String(invitation?.jeton), MOT_DE_PASSE)).toEqual({ ok: false, raison: "expire" });
    expect((await auth.accounts()).map(({ lien }) => lien?.genre)).toEqual(["invitation", "reinitialisation"]);
    expect(await auth.signIn("paul@exemple.ch", MOT_DE_PASSE)).toBeNull();
  });

  it("that expired is replaced by one that works", async () => {
    const { auth, avancer } = await quelquUn();
    await auth.invite("paul@exemple.ch");
    avancer(30);
    const lien = await auth.invite("paul@exemple.ch");
    expect((await auth.acceptLink(String(lien?.jeton), MOT_DE_PASSE)).ok).toBe(true);
  });

  it("cannot be used by somebody who reads the database", async () => {
    const { db, auth } = await quelquUn();
    const lien = await auth.invite("paul@exemple.ch");
    const ligne = db.prepare("SELECT * FROM lien_compte").get() ?? {};
    expect(Object.keys(ligne)).toHaveLength(4);
    for (const valeur of Object.values(ligne)) {
      expect(String(valeur)).not.toContain(lien?.jeton);
      expect(await auth.readLink(String(valeur))).toEqual({ ok: false, raison: "inconnu" });
    }
  });

  it("is still there when the site was restarted, and gone when its secret was replaced", async () => {
    const { open, auth, debut } = await quelquUn();
    const jeton = String((await auth.invite("paul@exemple.ch"))?.jeton);
    const now = () => debut;
    const memeSecret = createAuthenticator({ db: open(), secret: SECRET, now });
    expect((await memeSecret.readLink(jeton)).ok).toBe(true);
    const autreSecret = createAuthenticator({ db: open(), secret: SECRET.toUpperCase(), now });
    expect(await autreSecret.readLink(jeton)).toEqual({ ok: false, raison: "inconnu" });
  });
});

describe("the accounts' tables", () => {
  it("of an earlier version keep every account with its password, session and link, and nothing that is not used", async () => {
    passwordsCostAsOnASite();
    const { file, open } = embeddedFile();
    mkdirSync(dirname(file), { recursive: true });
    const before = new DatabaseSync(file, { enableForeignKeyConstraints: true });
    for (const name of readdirSync(MIGRATIONS)
      .sort()
      .filter((each) => each < "0016")) {
      before.exec("CREATE TABLE IF NOT EXISTS migrations (nom TEXT PRIMARY KEY, appliquee_le TEXT NOT NULL) STRICT");
      before.exec(readFileSync(join(MIGRATIONS, name), "utf8"));
      before.prepare("INSERT INTO migrations VALUES (?, '2026-01-01T00:00:00.000Z')").run(name);
    }
    const [le, fin] = ["2025-06-30T12:00:00.000Z", "2025-07-14T12:00:00.000Z"];
    const empreinte = (jeton: string) => crypto.createHmac("sha256", SECRET).update(jeton).digest("base64url");
    before.exec(`PRAGMA user_version = 0;
      INSERT INTO user VALUES ('z', '${EMAIL}', '${EMAIL}', 1, NULL, '${le}', '${le}', '${le}');
      INSERT INTO user VALUES ('p', 'paul@exemple.ch', 'paul@exemple.ch', 1, NULL, '${le}', '${le}', NULL);
      INSERT INTO account (id, accountId, providerId, userId, password, createdAt, updatedAt)
        VALUES ('1', 'z', 'credential', 'z', '${OF_THE_LIBRARY.plain}', '${le}', '${le}'),
          ('2', 'p', 'credential', 'p', NULL, '${le}', '${le}');
      INSERT INTO session VALUES ('s', '${fin}', '${empreinte("jeton")}', '${le}', '${le}', '', 'iPhone · Safari', 'z', NULL);
      INSERT INTO lien_compte VALUES ('p', '${empreinte("lien")}', 'invitation', '${fin}');`);
    before.close();

    const db = open();
    const auth = createAuthenticator({ db, secret: SECRET, now: () => new Date("2025-07-01T12:00:00Z") });
    expect(await auth.accounts()).toEqual([
      {
        id: "p",
        email: "paul@exemple.ch",
        derniereConnexion: null,
        peutEntrer: false,
        lien: { genre: "invitation", expireLe: new Date(fin) },
      },
      { id: "z", email: EMAIL, derniereConnexion: new Date(le), peutEntrer: true, lien: null },
    ]);
    expect(await auth.session("jeton")).toEqual({ id: "z", email: EMAIL });
    expect(await auth.sessions("jeton")).toMatchObject([{ device: "iPhone · Safari", openedAt: new Date(le) }]);
    expect(await auth.confirmedAt("jeton")).toBeNull();
    expect(await auth.signIn(EMAIL, "Pâquerette 🎺 1965")).not.toBeNull();
    expect((await auth.acceptLink("lien", MOT_DE_PASSE)).ok).toBe(true);
    expect(await auth.signIn("paul@exemple.ch", MOT_DE_PASSE)).not.toBeNull();
    expect(await auth.removeAccount("p")).toBe("retire");

    const columns = (table: string) =>
      db
        .prepare(`PRAGMA table_info(${table})`)
        .all()
        .map(({ name }) => name);
    expect(columns("user")).toEqual(["id", "email", "derniereConnexion", "password"]);
    expect([columns("account"), columns("verification")]).toEqual([[], []]);
    expect(db.prepare("PRAGMA foreign_key_check").all()).toEqual([]);
    expect(db.prepare("PRAGMA user_version").get()?.user_version).toBe(1);
  });

  it("forget everything of an account that is removed", async () => {
    const { db, auth, compte } = await quelquUn();
    await auth.createAccount("paul@exemple.ch", MOT_DE_PASSE);
    await auth.reset(String(compte?.id));
    expect(await auth.removeAccount(String(compte?.id))).toBe("retire");
    const restes = ["user", "session", "lien_compte"].flatMap((table) => db.prepare(`SELECT * FROM ${table}`).all());
    expect(JSON.stringify(restes)).not.toContain(compte?.id);
    expect(JSON.stringify(restes)).not.toContain(EMAIL);
  });

  it("keep the password when the link could not be used up with it", async () => {
    const { db, auth, compte, session } = await quelquUn();
    const lien = await auth.reset(String(compte?.id));
    db.exec("CREATE TRIGGER panne BEFORE DELETE ON lien_compte BEGIN SELECT raise(ABORT, 'disk full'); END");
    await expect(auth.acceptLink(String(lien?.jeton), "un nouveau mot")).rejects.toThrow("disk full");
    db.exec("DROP TRIGGER panne");
    expect(await auth.signIn(EMAIL, MOT_DE_PASSE)).not.toBeNull();
    expect(await auth.session(session.jeton)).toBeNull();
    expect((await auth.acceptLink(String(lien?.jeton), "un nouveau mot")).ok).toBe(true);
  });

  it("throw when the store does not answer", async () => {
    const { db, auth, session } = await quelquUn();
    db.close();
    await expect(auth.session(session.jeton)).rejects.toThrow();
    await expect(auth.signIn(EMAIL, MOT_DE_PASSE)).rejects.toThrow();
    await expect(auth.accounts()).rejects.toThrow();
    await expect(auth.invite("paul@exemple.ch")).rejects.toThrow();
    await expect(auth.reset("x")).rejects.toThrow();
    await expect(auth.readLink("x")).rejects.toThrow();
    await expect(auth.acceptLink("x", MOT_DE_PASSE)).rejects.toThrow();
    await expect(auth.removeAccount("x")).rejects.toThrow();
    await expect(auth.changePassword("x", MOT_DE_PASSE, MOT_DE_PASSE)).rejects.toThrow();
    await expect(auth.confirm(session.jeton, MOT_DE_PASSE)).rejects.toThrow();
    await expect(auth.confirmedAt(session.jeton)).rejects.toThrow();
    await expect(auth.sessions(session.jeton)).rejects.toThrow();
    await expect(auth.endOtherSessions(session.jeton)).rejects.toThrow();
    await expect(auth.accountId(EMAIL)).rejects.toThrow();
  });
});
