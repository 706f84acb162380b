import { describe, expect, it } from "vitest";
import type { Identity, IdentityProvider } from "#ports/identity.ts";

/** Makes an empty store. Each call of the result opens the store again, as another process would. */
type Make = () => Promise<() => Promise<IdentityProvider>>;

const EMAIL = "zoe@exemple.ch";
const PASSWORD = "Pâquerette 🎺 1965";
const ID = "11111111-2222-4333-8444-555555555555";
const OTHER = "99999999-2222-4333-8444-555555555555";
const HOSTILES = ["", " ", "x".repeat(1_000_000), "' OR '1'='1", "a\u0000b", "\ud800", "%", "../../x", "__proto__"];

/** The contract of an identity provider. */
export function identityContract(name: string, make: Make): void {
  const withOne = async () => {
    const openOne = await make();
    const identities = await openOne();
    expect(await identities.create(ID, EMAIL, PASSWORD)).toBe(true);
    return { openOne, identities };
  };

  describe(name, () => {
    it("finds an identity by id and address, from every instance", async () => {
      const openOne = await make();
      const [identities, elsewhere] = [await openOne(), await openOne()];
      expect([await identities.list(), await identities.find(ID)]).toEqual([[], null]);
      expect(await identities.findHolder(EMAIL)).toBeNull();
      expect(await identities.verify(EMAIL, PASSWORD, "visitor")).toBeNull();
      await identities.create(ID, EMAIL, PASSWORD);
      const expected = { id: ID, email: EMAIL, hasPassword: true, disabled: false };
      expect(await elsewhere.find(ID)).toMatchObject(expected);
      expect(await elsewhere.findHolder(EMAIL)).toEqual({ id: ID, isStranger: false });
      expect(await identities.list()).toMatchObject([expected]);
    });

    it("returns the id for the right password, composed or decomposed, and null for every other text", async () => {
      const { openOne, identities } = await withOne();
      for (const waiting of ["visitor", "committee"] as const)
        expect(await (await openOne()).verify(EMAIL, PASSWORD, waiting)).toBe(ID);
      expect(await identities.verify(EMAIL, PASSWORD.normalize("NFD"), "visitor")).toBe(ID);
      for (const wrong of [`${PASSWORD} `, PASSWORD.toLowerCase(), ...HOSTILES])
        expect(await identities.verify(EMAIL, wrong, "visitor"), JSON.stringify(wrong).slice(0, 40)).toBeNull();
    });

    it("finds nothing for invalid addresses and ids", async () => {
      const { identities } = await withOne();
      for (const odd of HOSTILES) {
        expect(await identities.verify(odd, PASSWORD, "visitor"), JSON.stringify(odd).slice(0, 40)).toBeNull();
        expect(await identities.find(odd)).toBeNull();
        await identities.remove(odd).catch(() => {});
      }
      expect(await identities.list()).toHaveLength(1);
    });

    it("gives an address to one identity only", async () => {
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

    it("completes an unfinished identity, with the new password", async () => {
      const { identities } = await withOne();
      expect(await identities.create(ID, EMAIL, "un autre mot")).toBe(true);
      expect(await identities.verify(EMAIL, "un autre mot", "visitor")).toBe(ID);
      expect(await identities.verify(EMAIL, PASSWORD, "visitor")).toBeNull();
      expect(await identities.list()).toHaveLength(1);
    });

    it("refuses an identity without a password, until one is set", async () => {
      const identities = await (await make())();
      await identities.create(ID, EMAIL, null);
      expect(await identities.find(ID)).toMatchObject({ hasPassword: false });
      expect(await identities.verify(EMAIL, "", "visitor")).toBeNull();
      expect(await identities.setPassword(ID, PASSWORD)).toMatchObject({ id: ID, hasPassword: true });
      expect(await identities.verify(EMAIL, PASSWORD, "visitor")).toBe(ID);
    });

    it("replaces a password, and removes it", async () => {
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

    it("keeps an identity whose sessions are revoked, and ignores an unknown id", async () => {
      const { identities } = await withOne();
      await identities.revoke(ID);
      await identities.revoke(OTHER);
      expect(await identities.find(ID)).toMatchObject({ id: ID, email: EMAIL } satisfies Partial<Identity>);
      expect(await identities.verify(EMAIL, PASSWORD, "visitor")).toBe(ID);
    });

    it("removes an identity, whose address is free afterwards", async () => {
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
