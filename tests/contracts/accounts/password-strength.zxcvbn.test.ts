import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { createPasswordStrengthEstimator, GUESSED_PASSWORD_WORDS } from "#adapters/zxcvbn/estimator.ts";
import { isPasswordGuessable as isGuessableAway } from "#adapters/zxcvbn/password-strength.ts";

const EMAIL = "camille.fendant@exemple.ch";
const estimate = createPasswordStrengthEstimator();
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
    for (const [i, word] of GUESSED_PASSWORD_WORDS.entries()) {
      const password = [`${word}${i}`, `${word.toUpperCase()}!20${i}`, `${i}${word}`][i % 3] ?? "";
      expect(isGuessable(password), password).toBe(true);
    }
  });

  it("that is a name of JavaScript, such as `constructor`, is refused; any characters are examined without an error", () => {
    for (const password of ["constructor", "__proto__", "constructor1", "toString", "constructorconstructor"])
      expect(isGuessable(password), password).toBe(true);
    for (const odd of ["", "\u0000\ud800", "ﷺ\u0301\u202e", "@@@"]) expect(typeof estimate(odd, odd)).toBe("boolean");
  });
});

it("the site estimates the strength of a password in another process, with the same result", async () => {
  expect(await isGuessableAway("hunter2", EMAIL)).toBe(true);
  expect(await isGuessableAway("nuage tracteur violon", EMAIL)).toBe(false);
});

it("no script of a page contains the dictionaries of the password check", () => {
  const client = join(import.meta.dirname, "../../../build/client/assets");
  expect(existsSync(client)).toBe(true);
  const scripts = readdirSync(client).filter((name) => name.endsWith(".js"));
  expect(scripts.length).toBeGreaterThan(5);
  for (const name of scripts)
    expect(readFileSync(join(client, name), "utf8"), name).not.toMatch(/zxcvbn|poupette|desalpe/);
});
