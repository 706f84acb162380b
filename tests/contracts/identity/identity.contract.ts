import { describe, expect, it } from "vitest";
import type { Identity, IdentityProvider } from "#ports/identity.ts";

/** Makes an empty place; every call of what it returns is another handle on it, as another process would have. */
type Make = () => Promise<() => Promise<IdentityProvider>>;

const EMAIL = "zoe@exemple.ch";
const PASSWORD = "Pâquerette 🎺 1965";
const ID = "11111111-2222-4333-8444-555555555555";
const OTHER = "99999999-2222-4333-8444-555555555555";
const HOSTILES = ["", " ", "x".repeat(1_000_000), "' OR '1'='1", "a\u0000b", "\ud800", "%", "../../x", "__proto__"];

/** What every provider of passwords promises. */
export function identityContract(name: string, make: Make): void {
  const withOne = async () => {
    const openOne = await make();
    const identities = await openOne();
    expect(await identities.create(ID, EMAIL, PASSWORD)).toBe(true);
    return { openOne, identities };
  };

  describe(name, () => {
    it("holds nobody at first", async () => {
      const identities = await (await make())();
      expect(await identities.list()).toEqual([]);
      expect(await identities.find(ID)).toBeNull();
      expect(await identities.findHolder(EMAIL)).toBeNull();
      expect(await identities.verify(EMAIL, PASSWORD, "visitor")).toBeNull();
    });

    it("finds whom it made, by id and address, from everywhere", async () => {
      const { openOne, identities } = await withOne();
      const expected = { id: ID, email: EMAIL, hasPassword: true, disabled: false };
      const elsewhere = await openOne();
      expect(await elsewhere.find(ID)).toMatchObject(expected);
      expect(await elsewhere.findHolder(EMAIL)).toEqual({ id: ID, isStranger: false });
      expect(await identities.list()).toMatchObject([expected]);
    });

    it("tells whose password it is, and of no other one", async () => {
      const { openOne, identities } = await withOne();
      for (const waiting of ["visitor", "committee"] as const)
        expect(await (await openOne()).verify(EMAIL, PASSWORD, waiting)).toBe(ID);
      for (const wrong of [`${PASSWORD} `, PASSWORD.toLowerCase(), ...HOSTILES])
        expect(await identities.verify(EMAIL, wrong, "visitor"), JSON.stringify(wrong).slice(0, 40)).toBeNull();
    });

    it("takes odd texts for nobody's address and nobody's id", async () => {
      const { identities } = await withOne();
      for (const odd of HOSTILES) {
        expect(await identities.verify(odd, PASSWORD, "visitor"), JSON.stringify(odd).slice(0, 40)).toBeNull();
        expect(await identities.find(odd)).toBeNull();
        await identities.remove(odd).catch(() => {});
      }
      expect(await identities.list()).toHaveLength(1);
    });

    it("gives no address to two", async () => {
      const { openOne, identities } = await withOne();
      expect(await identities.create(OTHER, EMAIL, "un autre mot")).toBe(false);
      expect(await identities.find(OTHER)).toBeNull();
      expect(await identities.verify(EMAIL, PASSWORD, "visitor")).toBe(ID);
      const [one, other] = [await openOne(), await openOne()];
      const made = await Promise.all([
        one.create(OTHER, "a@exemple.ch", null),
        other.create("3".repeat(28), "a@exemple.ch", null),
      ]);
      expect(made.filter(Boolean)).toHaveLength(1);
    });

    it("completes one that was left half made, with the password that is given then", async () => {
      const { identities } = await withOne();
      expect(await identities.create(ID, EMAIL, "un autre mot")).toBe(true);
      expect(await identities.verify(EMAIL, "un autre mot", "visitor")).toBe(ID);
      expect(await identities.verify(EMAIL, PASSWORD, "visitor")).toBeNull();
      expect(await identities.list()).toHaveLength(1);
    });

    it("lets nobody in without a password, until one is set", async () => {
      const identities = await (await make())();
      await identities.create(ID, EMAIL, null);
      expect(await identities.find(ID)).toMatchObject({ hasPassword: false });
      expect(await identities.verify(EMAIL, "", "visitor")).toBeNull();
      expect(await identities.setPassword(ID, PASSWORD)).toMatchObject({ id: ID, hasPassword: true });
      expect(await identities.verify(EMAIL, PASSWORD, "visitor")).toBe(ID);
    });

    it("replaces a password, and takes it away", async () => {
      const { openOne, identities } = await withOne();
      const replaced = await identities.setPassword(ID, "un nouveau mot");
      expect(await identities.find(ID)).toEqual(replaced);
      expect(await (await openOne()).verify(EMAIL, PASSWORD, "visitor")).toBeNull();
      expect(await identities.verify(EMAIL, "un nouveau mot", "visitor")).toBe(ID);
      await identities.setPassword(ID, null);
      for (const password of ["un nouveau mot", PASSWORD, "", "null"])
        expect(await identities.verify(EMAIL, password, "visitor")).toBeNull();
      expect(await identities.setPassword(OTHER, PASSWORD)).toBeNull();
    });

    it("takes a password composed on one keyboard and decomposed on another for the same", async () => {
      const { identities } = await withOne();
      expect(await identities.verify(EMAIL, PASSWORD.normalize("NFD"), "visitor")).toBe(ID);
    });

    it("goes on knowing somebody whose sessions are revoked, and minds nobody who is not there", async () => {
      const { identities } = await withOne();
      await identities.revoke(ID);
      await identities.revoke(OTHER);
      expect(await identities.find(ID)).toMatchObject({ id: ID, email: EMAIL } satisfies Partial<Identity>);
      expect(await identities.verify(EMAIL, PASSWORD, "visitor")).toBe(ID);
    });

    it("removes somebody for good, whose address is free then", async () => {
      const { openOne, identities } = await withOne();
      await identities.remove(ID);
      await identities.remove(ID);
      const elsewhere = await openOne();
      expect(await elsewhere.find(ID)).toBeNull();
      expect(await elsewhere.list()).toEqual([]);
      expect(await elsewhere.verify(EMAIL, PASSWORD, "visitor")).toBeNull();
      expect(await elsewhere.create(OTHER, EMAIL, null)).toBe(true);
    });
  });
}
