import { describe, expect, it } from "vitest";
import type { Authenticator } from "#stores/account-types.ts";

const EMAIL = "zoe@exemple.ch";
const PASSWORD = "Pâquerette 🎺 1965";
const DAY_MS = 24 * 60 * 60 * 1000;
const UNKNOWN = { ok: false, reason: "unknown" };

/** @param make makes an empty place; every call of what it returns is another handle on it, as another process would have */
export function firstLinkContract(name: string, make: () => Promise<() => Promise<Authenticator>>): void {
  const withLink = async (lastsMs = DAY_MS) => {
    const openOne = await make();
    const auth = await openOne();
    const link = await auth.issueFirstLink(lastsMs);
    if (!link) throw new Error("The place is not empty.");
    return { openOne, auth, link };
  };

  describe(`${name}, the link to the first account`, () => {
    it("makes nothing until somebody names an address, and lets that one in", async () => {
      const { auth, link } = await withLink();
      expect(link.token).toMatch(/^[\w-]{32,}$/);
      expect(Math.abs(link.expiresAt.getTime() - Date.now() - DAY_MS)).toBeLessThan(60_000);
      for (let i = 0; i < 3; i++) expect(await auth.readFirstLink(link.token)).toEqual({ ok: true, value: null });
      expect(await auth.listAccounts()).toEqual([]);
      expect(await auth.readLink(link.token)).toEqual(UNKNOWN);
      const entered = await auth.acceptFirstLink(link.token, " Zoe@Exemple.ch ", PASSWORD, "iPhone · Safari");
      if (!entered.ok) throw new Error(entered.reason);
      expect(entered.value.account).toMatchObject({ email: EMAIL, firstName: "" });
      expect(await auth.findSession(entered.value.token)).toEqual(entered.value.account);
      expect(await auth.listSessions(entered.value.token)).toMatchObject([{ device: "iPhone · Safari" }]);
      expect(await auth.signIn(EMAIL, PASSWORD)).not.toBeNull();
      expect(await auth.listAccounts()).toMatchObject([{ email: EMAIL, canSignIn: true, link: null }]);
    });

    it("works once", async () => {
      const { auth, link } = await withLink();
      const both = ["paul@exemple.ch", EMAIL].map((email) => auth.acceptFirstLink(link.token, email, PASSWORD));
      expect((await Promise.all(both)).filter(({ ok }) => ok)).toHaveLength(1);
      expect(await auth.readFirstLink(link.token)).toEqual(UNKNOWN);
      expect(await auth.acceptFirstLink(link.token, "anne@exemple.ch", PASSWORD)).toEqual(UNKNOWN);
      expect(await auth.issueFirstLink(DAY_MS)).toBeNull();
      expect(await auth.listAccounts()).toHaveLength(1);
    });

    it("works at every instance, and the next start of any of them replaces it", async () => {
      const { openOne, auth, link: lost } = await withLink();
      const other = await openOne();
      expect((await other.readFirstLink(lost.token)).ok).toBe(true);
      const link = await other.issueFirstLink(DAY_MS);
      expect(await auth.readFirstLink(lost.token)).toEqual(UNKNOWN);
      const both = [auth, other].map((one, i) => one.acceptFirstLink(link?.token ?? "", `p${i}@exemple.ch`, PASSWORD));
      expect((await Promise.all(both)).filter(({ ok }) => ok)).toHaveLength(1);
      expect(await auth.listAccounts()).toHaveLength(1);
    });

    it("is replaced by the next one, and expires", async () => {
      const { auth, link } = await withLink();
      const expired = await auth.issueFirstLink(-1);
      expect(await auth.acceptFirstLink(link.token, EMAIL, PASSWORD)).toEqual(UNKNOWN);
      expect(await auth.acceptFirstLink(expired?.token ?? "", EMAIL, PASSWORD)).toEqual({
        ok: false,
        reason: "expired",
      });
      for (const token of ["", "x", "undefined", "null", "first-link", "x".repeat(100_000)])
        expect(await auth.acceptFirstLink(token, EMAIL, PASSWORD)).toEqual(UNKNOWN);
      expect(await auth.listAccounts()).toEqual([]);
    });

    it("ends when somebody gets in by another way, and not by an invitation alone", async () => {
      const { auth, link } = await withLink();
      const invitation = await auth.invite("paul@exemple.ch");
      expect((await auth.readFirstLink(link.token)).ok).toBe(true);
      expect((await auth.acceptLink(invitation?.token ?? "", PASSWORD)).ok).toBe(true);
      expect(await auth.readFirstLink(link.token)).toEqual(UNKNOWN);
      expect(await auth.acceptFirstLink(link.token, EMAIL, PASSWORD)).toEqual(UNKNOWN);
      expect(await auth.listAccounts()).toMatchObject([{ email: "paul@exemple.ch" }]);
    });

    it("takes an account that was only invited, with its first name; its invitation works no more", async () => {
      const { auth, link } = await withLink();
      const invitation = await auth.invite(EMAIL, { firstName: "Zoé" });
      const entered = await auth.acceptFirstLink(link.token, EMAIL, PASSWORD);
      expect(entered).toMatchObject({ ok: true, value: { account: { firstName: "Zoé" } } });
      expect(await auth.readLink(invitation?.token ?? "")).toEqual(UNKNOWN);
      expect(await auth.listAccounts()).toHaveLength(1);
    });

    it("still works after a password of a wrong length", async () => {
      const { auth, link } = await withLink();
      for (const password of ["abcde", "é".repeat(129)])
        await expect(auth.acceptFirstLink(link.token, EMAIL, password)).rejects.toThrow("6 to 128");
      expect(await auth.listAccounts()).toEqual([]);
      expect((await auth.acceptFirstLink(link.token, EMAIL, PASSWORD)).ok).toBe(true);
    });
  });
}
