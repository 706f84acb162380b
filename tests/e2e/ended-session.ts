/** A session that ends while a form is open. */
import type { Page } from "@playwright/test";
import { ADMIN } from "./site.ts";

/** Ends the session on the server; the browser keeps its cookie. */
export async function sessionEnds(page: Page): Promise<void> {
  const [session] = (await page.context().cookies()).filter(({ name }) => name === "session");
  if (!session) throw new Error("Nobody is signed in.");
  const value = encodeURIComponent(btoa(JSON.stringify("a-session-that-is-over")));
  await page.context().addCookies([{ ...session, value }]);
}

/** The dialog that asks to sign in again. */
export const question = (page: Page) => page.getByRole("dialog", { name: "Vous n’êtes plus connecté·e." });

/** Signs in by the form on the current page. */
export async function typeCredentials(page: Page): Promise<void> {
  await page.getByLabel("E-mail", { exact: true }).fill(ADMIN.email);
  await page.getByLabel("Mot de passe").fill(ADMIN.password);
  await page.getByRole("button", { name: /^Se connecter(?! avec)/ }).click();
}
