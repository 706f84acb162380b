import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { createEstimator, GUESSED_WORDS } from "#adapters/zxcvbn/estimator.ts";
import { isGuessable as isGuessableAway } from "#adapters/zxcvbn/password-strength.ts";

const EMAIL = "camille.fendant@exemple.ch";
const estimate = createEstimator();
const isGuessable = (password: string) => estimate(password, EMAIL);

const ALLOWED = `trois mots au hasard | nuage tracteur violon | NuageTracteurViolon | cheval-batterie-agrafe
Marmotte 44 trombone | Pâquerette 🎺 | Bisse du Torrent-Neuf | k7xm-2pqr-9twz-hv4n | 48291047362951 | 山上的雪和三只黑色的牛`;

const REFUSED = {
  "a word that the committee might choose": "P@ssw0rd! | hunter2 | foin12 | Raclette1 | été2026",
  "a row of keys, a repetition or a date": `123456 | 1234567890 | 987654 | azerty | AZERTYUIOP | qwertz | 1qaz2wsx | abcdef
aaaaaa |       a | ...... | ababab | 123123 | aaaabbbb1111 | 01.08.1965`,
  "guessed soon": `password | Password1! | motdepasse | Mot de passe | MotDePasse2025 | azerty123 | Azerty12345! | admin123
soleil | Soleil2025! | chouchou | Doudou99 | iloveyou | marseille13 | Nicolas | Été2026! | kx7m2p`,
  "of the association": `saviese | Savièse | SAVIESE1965 | saviese2025! | Jeunesse-Savièse | Savièse-Jeunesse-2026
jeunesse de saviese | Jeunesse1965-2026 | 2026Jeunesse! | J3un3ss3! | R@clette1 | Raclette2026!! | sion1950`,
  "in the address of the account": `camille | Fendant | camille.fendant | FendantCamille | camille1999 | ${EMAIL}
camille-fendant! | exemple2026`,
};
const passwordsIn = (list: string) => list.split(/ \| |\n/);

describe("a password", () => {
  it.each(passwordsIn(ALLOWED))("« %s » may be chosen", (password) => expect(isGuessable(password)).toBe(false));

  it.each(Object.entries(REFUSED).flatMap(([what, list]) => passwordsIn(list).map((password) => [password, what])))(
    "« %s » is refused: %s",
    (password) => expect(isGuessable(password)).toBe(true),
  );

  it("may contain the name of another person", () => {
    expect(isGuessable("Mayoraz-Camille-4021-ski")).toBe(false);
    expect(estimate("mayoraz.ski@exemple.ch", EMAIL)).toBe(false);
    expect(estimate("mayoraz.ski@exemple.ch", "mayoraz.ski@exemple.ch")).toBe(true);
  });

  it("is refused for a common word in any case, with any year and sign around it", () => {
    for (const [i, word] of GUESSED_WORDS.entries()) {
      const password = [`${word}${i}`, `${word.toUpperCase()}!20${i}`, `${i}${word}`][i % 3] ?? "";
      expect(isGuessable(password), password).toBe(true);
    }
  });

  it("that JavaScript knows is refused; one of any characters gets an answer, also with an invalid address", () => {
    for (const password of ["constructor", "__proto__", "constructor1", "toString", "constructorconstructor"])
      expect(isGuessable(password), password).toBe(true);
    for (const odd of ["", "\u0000\ud800", "ﷺ\u0301\u202e", "@@@"]) expect(typeof estimate(odd, odd)).toBe("boolean");
  });
});

/** Passwords of 128 characters that cost zxcvbn the most time: without bounds, some take 1.8 s. */
const LONG = [
  ...["1234567890", "1", "ab", "@4", "4@8({[<3691!|70$5+27%2", "P4$$w0rd1!", "01.01.2020", "1.2.03 ", "2026", "112233"],
  ...["(|)|-||_|", "vv\\/\\/|\\|", "il1|!", "soleil lune maison ", "qwertyuiopasdfghjklzxcvbnm", "각", "ﷺ", "🎺"],
  "ag2p9!Q$4#xZ01_l3t@8(0|7",
].map((piece) => `x${piece.repeat(128)}`.slice(0, 127).concat("x"));

/** @returns processor time of this thread in ms, because other processes use the machine too */
async function workOf(something: () => unknown): Promise<number> {
  const before = process.threadCpuUsage();
  await something();
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1000;
}

/** As `workOf`, repeated up to three times while the result is too high, because a busy core works slowly. */
async function leastWorkOf(something: () => unknown, most: number): Promise<number> {
  let least = await workOf(something);
  for (let more = 0; more < 3 && least >= most; more++) least = Math.min(least, await workOf(something));
  return least;
}

describe("estimating", () => {
  // 20 to 60 ms on a machine that takes 8 ms for the ordinary one. A ratio holds on a machine of any speed.
  it("takes at most twelve times as long for the worst password of 128 characters as for an ordinary one", async () => {
    const ordinary = () => Array.from({ length: 5 }, (_, i) => isGuessable(`nuage tracteur violon${i}`));
    const ratioOf = async (password: string) =>
      (await workOf(() => isGuessable(password))) / ((await workOf(ordinary)) / 5);
    await workOf(ordinary);
    for (const password of LONG) {
      let least = await ratioOf(password);
      for (let more = 0; more < 5 && least >= 12; more++) least = Math.min(least, await ratioOf(password));
      expect(least, password).toBeLessThan(12);
    }
  });

  it("runs in another process, so that the site goes on working", async () => {
    expect(await isGuessableAway("hunter2", EMAIL)).toBe(true);
    let answer = true;
    const work = await leastWorkOf(async () => {
      answer = await isGuessableAway("nuage tracteur violon", EMAIL);
    }, 100);
    expect(answer).toBe(false);
    expect(work).toBeLessThan(100);
  });

  it("cuts long input before it is examined", async () => {
    const marks = `a${"\u0301".repeat(60_000)}${"\u0316".repeat(60_000)}`;
    for (const work of [
      () => isGuessableAway(marks, `${marks}@exemple.ch`),
      () => estimate(marks.slice(0, 512), EMAIL),
    ])
      expect(await leastWorkOf(work, 100)).toBeLessThan(100);
  });
});

it("no script of the pages contains the dictionaries", () => {
  const client = join(import.meta.dirname, "../../../build/client/assets");
  expect(existsSync(client)).toBe(true);
  const scripts = readdirSync(client).filter((name) => name.endsWith(".js"));
  expect(scripts.length).toBeGreaterThan(5);
  for (const name of scripts)
    expect(readFileSync(join(client, name), "utf8"), name).not.toMatch(/zxcvbn|poupette|desalpe/);
});
