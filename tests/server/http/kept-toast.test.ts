import { createCookie } from "react-router";
import { expect, it } from "vitest";
import { readToast, saveToast } from "#app/session/cookies.ts";

const SITE = "http://localhost:3000";
const KEY = "0123456789abcdef0123456789abcdef";

const asked = (cookie: string) => new Request(SITE, { headers: { cookie: cookie.split(";")[0] ?? "" } });

it("a toast keeps the key of what was deleted, and none that nobody made", async () => {
  expect(await readToast(asked(await saveToast(SITE, "membre-deleted", KEY)))).toEqual({
    ...{ code: "membre-deleted", undo: KEY },
  });
  expect(await readToast(asked(await saveToast(SITE, "membre-deleted", "../x")))).toEqual({ code: "membre-deleted" });
});

it("a toast that the version before left is still shown, and one without a key as that version can read it", async () => {
  const before = createCookie("avis");
  expect(await readToast(asked(await before.serialize("signedIn")))).toEqual({ code: "signedIn" });
  expect(await before.parse(await saveToast(SITE, "signedIn"))).toBe("signedIn");
});
