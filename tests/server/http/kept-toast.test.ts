import { createCookie } from "react-router";
import { expect, it } from "vitest";
import { readToast, toastCookie } from "#app/session/cookies.ts";

const SITE = "http://localhost:3000";
const KEY = "0123456789abcdef0123456789abcdef";

const asked = (cookie: string) => new Request(SITE, { headers: { cookie: cookie.split(";")[0] ?? "" } });

it("a toast keeps the key of a deleted entry, and refuses an invalid key", async () => {
  expect(await readToast(asked(await toastCookie(SITE, "membre-deleted", { undo: KEY })))).toEqual({
    code: "membre-deleted",
    undo: KEY,
  });
  expect(await readToast(asked(await toastCookie(SITE, "membre-deleted", { undo: "../x" })))).toEqual({
    code: "membre-deleted",
  });
});

it("the site reads the toast cookie of the previous version, which can read a toast without a key", async () => {
  const before = createCookie("avis");
  expect(await readToast(asked(await before.serialize("signedIn")))).toEqual({ code: "signedIn" });
  expect(await before.parse(await toastCookie(SITE, "signedIn"))).toBe("signedIn");
});
