import { describe, expect, it } from "vitest";
import type { AccountStore } from "#stores/accounts.ts";
import { createKey } from "./software-key.ts";

const EMAIL = "zoe@exemple.ch";
const PAUL = "paul@exemple.ch";
const PASSWORD = "Pâquerette 🎺 1965";
const NAME = "iPhone de Zoé";
const refused = (why: string) => ({ ok: false, reason: { why } });

/** @param make as for `accountsContract` */
export function passkeysContract(name: string, make: () => Promise<() => Promise<AccountStore>>): void {
  const withKey = async () => {
    const auth = await (await make())();
    const account = await auth.createAccount(EMAIL, PASSWORD);
    if (!account) throw new Error("no account");
    const key = createKey();
    const { id } = account;
    const added = await auth.addPasskey(id, key.make(await auth.passkeyOptions("add", account)), NAME);
    expect(added.ok).toBe(true);
    const challenge = () => auth.passkeyOptions("sign-in", null);
    return { auth, account, key, id, challenge };
  };

  describe(`${name}, a passkey`, () => {
    it("opens a session that counts as confirmed; its use is recorded, and its name can be changed", async () => {
      const { auth, account, key, id, challenge } = await withKey();
      const session = await auth.signInWithPasskey(key.use(await challenge(), id));
      expect(session).toMatchObject({ ok: true, value: { account: { ...account, hasPasskey: true } } });
      if (session.ok) expect(await auth.readConfirmedAt(session.value.token)).toBeInstanceOf(Date);
      expect(await auth.listPasskeys(id)).toMatchObject([{ id: key.id, name: NAME, usedAt: expect.any(Date) }]);
      expect(await auth.renamePasskey(id, key.id, "Bureau")).toBe(true);
      expect(await auth.renamePasskey(id, "none", "Bureau")).toBe(false);
      expect(await auth.listPasskeys(id)).toMatchObject([{ name: "Bureau" }]);
    });

    it.each([
      ["of another origin", { origin: "http://localhost:81" }],
      ["of another host", { host: "exemple.ch" }],
      ["without the verification of its user", { userVerified: false }],
    ])("is refused for a response %s, at a sign-in and when it is added", async (_, odd) => {
      const { auth, account, key, id, challenge } = await withKey();
      expect(await auth.signInWithPasskey(key.use(await challenge(), id, odd))).toMatchObject(refused("refused"));
      const made = createKey().make(await auth.passkeyOptions("add", account), odd);
      expect(await auth.addPasskey(id, made, NAME)).toEqual({ ok: false, reason: "refused" });
      expect(await auth.listPasskeys(id)).toHaveLength(1);
    });

    it("is refused with a changed signature", async () => {
      const { auth, key, id, challenge } = await withKey();
      const made = key.use(await challenge(), id);
      const signature = Buffer.from(String(made.response.signature), "base64url").reverse().toString("base64url");
      const changed = { ...made, response: { ...made.response, signature } };
      expect(await auth.signInWithPasskey(changed)).toMatchObject(refused("refused"));
    });

    it("answers each challenge once, only for its purpose and account", async () => {
      const { auth, account, key, id, challenge } = await withKey();
      const paul = await auth.createAccount(PAUL, PASSWORD);
      const once = key.use(await challenge(), id);
      expect((await auth.signInWithPasskey(once)).ok).toBe(true);
      expect(await auth.signInWithPasskey(once)).toMatchObject(refused("expired"));
      const invented = { challenge: "A".repeat(43), rpId: "localhost" };
      for (const other of [await auth.passkeyOptions("confirm", account), invented])
        expect(await auth.signInWithPasskey(key.use(other, id))).toMatchObject(refused("expired"));
      const forPaul = createKey().make(await auth.passkeyOptions("add", paul));
      expect(await auth.addPasskey(id, forPaul, NAME)).toEqual({ ok: false, reason: "expired" });
    });

    it("opens only its own account, and none once it is removed", async () => {
      const { auth, key, id, challenge } = await withKey();
      const paul = await auth.createAccount(PAUL, PASSWORD);
      const respond = async (one: typeof key, account: string) =>
        auth.signInWithPasskey(one.use(await challenge(), account));
      expect(await respond(createKey(), id)).toMatchObject(refused("unknown"));
      for (const account of [paul?.id ?? "", "../x"])
        expect(await respond(key, account)).toMatchObject(refused("unknown"));
      expect(await respond(key, "")).toMatchObject(refused("refused"));
      expect(await auth.removePasskey(paul?.id ?? "", key.id)).toBe(false);
      expect(await auth.removePasskey(id, key.id)).toBe(true);
      expect(await respond(key, id)).toMatchObject(refused("unknown"));
    });

    it("is refused when its counter does not rise; 0 after 0 is accepted", async () => {
      const { auth, key, id, challenge } = await withKey();
      for (const [counter, why] of [[0], [0], [7], [7, "cloned"], [6, "cloned"], [0, "cloned"], [8]] as const) {
        const outcome = await auth.signInWithPasskey(key.use(await challenge(), id, { counter }));
        expect(outcome, String(counter)).toMatchObject(why ? refused(why) : { ok: true });
      }
    });

    it("confirms a session of its account, and no other", async () => {
      const { auth, account, key, id } = await withKey();
      const paul = await auth.createAccount(PAUL, PASSWORD);
      const [mine, pauls] = [await auth.signIn(EMAIL, PASSWORD), await auth.signIn(PAUL, PASSWORD)];
      const response = async (who: typeof paul) => key.use(await auth.passkeyOptions("confirm", who), id);
      expect((await auth.confirmWithPasskey(mine?.token ?? "", await response(account))).ok).toBe(true);
      expect((await auth.confirmWithPasskey(pauls?.token ?? "", await response(account))).ok).toBe(false);
      expect((await auth.confirmWithPasskey(pauls?.token ?? "", await response(paul))).ok).toBe(false);
    });

    it("accepts an invitation in place of a password; it cannot be removed before the account has a password", async () => {
      const { auth } = await withKey();
      const link = await auth.invite(PAUL, { firstName: "Paul" });
      if (!link) throw new Error("no link");
      const key = createKey();
      const made = { name: "Clé", device: "" };
      const response = key.make(await auth.passkeyOptions("add", link.account));
      expect((await auth.acceptLinkWithPasskey(`${link.token}x`, response, made)).ok).toBe(false);
      expect((await auth.acceptLinkWithPasskey(link.token, response, made)).ok).toBe(true);
      const { id } = link.account;
      const ofPaul = async () => (await auth.listAccounts()).find(({ email }) => email === PAUL);
      expect(await ofPaul()).toMatchObject({ canSignIn: true, link: null, hasPasskey: true, hasNoPassword: true });
      expect(await auth.removePasskey(id, key.id)).toBe(false);
      expect(await auth.changePassword(id, null, PASSWORD)).not.toBeNull();
      expect(await auth.removePasskey(id, key.id)).toBe(true);
      expect(await auth.changePassword(id, null, PASSWORD)).toBeNull();
    });

    it("is removed by a reset of its account", async () => {
      const { auth, key, id, challenge } = await withKey();
      await auth.createAccount(PAUL, PASSWORD);
      const link = await auth.reset(id);
      const signIn = async () => auth.signInWithPasskey(key.use(await challenge(), id));
      expect(await signIn()).toMatchObject(refused("unknown"));
      expect((await auth.acceptLink(link?.token ?? "", PASSWORD)).ok).toBe(true);
      expect(await signIn()).toMatchObject(refused("unknown"));
    });
  });
}
