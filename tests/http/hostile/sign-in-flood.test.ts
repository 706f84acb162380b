/** A flood of sign-ins, while each password takes as long as the test wants. */
import crypto from "node:crypto";
import { syncBuiltinESMExports } from "node:module";
import { expect, it, onTestFinished, vi } from "vitest";
import { PasswordsBusy } from "#ports/identity.ts";
import { ADMIN, setUpSite } from "#tests/http/site.ts";

const site = setUpSite({ each: true });

/** Holds every hash until `release`. */
function holdHashes() {
  const { scrypt } = crypto;
  const held: (() => void)[] = [];
  const seen = { calls: 0 };
  let holds = true;
  const set = (hash: typeof scrypt) => {
    crypto.scrypt = hash;
    syncBuiltinESMExports();
  };
  set(((...args: Parameters<typeof scrypt>) => {
    seen.calls++;
    if (holds) held.push(() => scrypt(...args));
    else scrypt(...args);
  }) as typeof scrypt);
  onTestFinished(() => set(scrypt));
  const release = () => {
    holds = false;
    for (const go of held.splice(0)) go();
  };
  return { seen, held, release };
}

const attempt = (username: string, address?: string) =>
  site.send("/login", { username, password: "faux mot" }, "", address);

it("a flood of sign-ins from many addresses is refused at once from the eighteenth on, and the site stays usable", async () => {
  const cookie = await site.signIn();
  const { held, release, seen } = holdHashes();
  const start = performance.now();
  const statuses: number[] = [];
  const all = Array.from({ length: 60 }, async (_, i) => {
    const response = await attempt(i % 2 ? ADMIN.email : `personne-${i}@exemple.ch`);
    statuses.push(response.status);
    return response;
  });
  await vi.waitUntil(() => statuses.length === 60 - 17, { timeout: 20_000 });
  expect([held.length, seen.calls, new Set(statuses)]).toEqual([1, 1, new Set([503])]);
  expect(performance.now() - start).toBeLessThan(15_000);
  expect((await site.request("/comptes", { headers: { cookie } })).status).toBe(200);

  const refused = await attempt("Zoé@exemple.ch");
  const html = await refused.text();
  expect([refused.status, Number(refused.headers.get("retry-after")) > 0]).toEqual([503, true]);
  expect(html).toMatch(/role="alert".*La connexion n’a pas abouti\..*Réessayez dans un instant\./s);
  expect(html).toContain('value="Zoé@exemple.ch"');
  release();
  expect((await Promise.all(all)).filter(({ status }) => status === 400)).toHaveLength(17);
  expect(site.log.every(({ error }) => error instanceof PasswordsBusy)).toBe(true);
});

it("a flood of sign-ins from one address checks no more passwords than sign-ins in sequence, and writes few log lines", async () => {
  const { release, seen } = holdHashes();
  const address = "203.0.113.7";
  const statuses: number[] = [];
  const wave = (count: number) =>
    Array.from({ length: count }, async (_, i) => {
      statuses.push((await attempt(`personne-${i}@exemple.ch`, address)).status);
    });
  const first = wave(100);
  await vi.waitUntil(() => statuses.length >= 100 - 17, { timeout: 20_000 });
  expect(new Set(statuses)).toEqual(new Set([503]));
  release();
  await Promise.all([...first, ...wave(50)]);
  for (let i = 0; i < 30; i++) await Promise.all(wave(1));
  expect(statuses.at(-1)).toBe(429);
  expect([seen.calls, statuses.filter((status) => status === 400).length]).toEqual([20, 20]);
  expect(site.log.length).toBeLessThanOrEqual(5);
});
