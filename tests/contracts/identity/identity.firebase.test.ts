import { describe, expect, it } from "vitest";
import { describeHosted } from "#tests/emulators/hosted.ts";
import { ADMIN, identityProject, without } from "./google-project.ts";
import { identityContract } from "./identity.contract.ts";

const EMAIL = "zoe@exemple.ch";
const PASSWORD = "Pâquerette 1965";
const ID = "11111111-2222-4333-8444-555555555555";

const codes = (reported: unknown[]) => reported.map((one) => (one as { code?: string }).code);

describeHosted("the identity provider at Google", () => {
  identityContract("passwords that Google checks", async () => {
    const { identities } = identityProject();
    return async () => identities();
  });

  describe("an account from the public sign-up", () => {
    it("is a stranger's: its password is checked, but it is not found or listed", async () => {
      const { identities, signUp } = identityProject();
      const uid = await signUp(EMAIL, PASSWORD);
      expect(await identities().verify(EMAIL, PASSWORD, "visitor")).toBe(uid);
      expect(await identities().find(uid)).toBeNull();
      expect(await identities().findHolder(EMAIL)).toEqual({ id: uid, isStranger: true });
      expect(await identities().list()).toEqual([]);
      await identities().remove(uid);
      expect(await identities().findHolder(EMAIL)).toBeNull();
    });

    it("belongs to the committee only with the claim, or with a verified address from the list", async () => {
      const { identities, signUp, firebase } = identityProject();
      const [anne, zoe] = [await signUp(ADMIN, PASSWORD), await signUp(EMAIL, PASSWORD)];
      await firebase.setCustomUserClaims(zoe, { committee: "yes" });
      expect(await identities().list()).toEqual([]);
      await firebase.setCustomUserClaims(zoe, { committee: true });
      await firebase.updateUser(anne, { emailVerified: true });
      expect((await identities().list()).map(({ id }) => id).sort()).toEqual([anne, zoe].sort());
      expect(await identities({ admins: [] }).find(anne)).toBeNull();
    });
  });

  it("logs why a sign-in is refused, without the address", async () => {
    const { identities, firebase, reported } = identityProject();
    await identities().create(ID, EMAIL, PASSWORD);
    await firebase.updateUser(ID, { disabled: true });
    expect(await identities().verify(EMAIL, PASSWORD, "visitor")).toBeNull();
    expect(await identities().find(ID)).toMatchObject({ disabled: true });
    expect(codes(reported)).toEqual(["auth/user-disabled"]);
    expect(JSON.stringify(reported.map((one) => Object.entries(one as object)))).not.toContain("zoe");
  });

  it("treats an account without its claim as a stranger's, until it is completed", async () => {
    const { identities, firebase } = identityProject();
    const failing = identities({ auth: without(firebase, "setCustomUserClaims") });
    await expect(failing.create(ID, EMAIL, PASSWORD)).rejects.toThrow("out of order");
    expect(await identities().findHolder(EMAIL)).toEqual({ id: ID, isStranger: true });
    expect(await identities().create(ID, EMAIL, null)).toBe(true);
    expect(await identities().find(ID)).toMatchObject({ email: EMAIL });
  });

  it("invalidates earlier sessions with a revocation and with a new password", async () => {
    const { identities } = identityProject();
    await identities().create(ID, EMAIL, PASSWORD);
    const validAfter = async () => Date.parse((await identities().find(ID))?.sessionsValidAfter ?? "");
    for (const revoke of [
      () => identities().revoke(ID),
      () => identities().setPassword(ID, "un nouveau mot"),
      () => identities().setPassword(ID, null),
    ]) {
      // Google counts in seconds.
      const second = Math.floor(Date.now() / 1000) * 1000;
      await revoke();
      expect(await validAfter()).toBeGreaterThanOrEqual(second);
    }
  });
});
