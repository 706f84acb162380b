/** A session that ends while somebody works at a form. */
import type { Page } from "@playwright/test";
import { ADMIN } from "./site.ts";

/** The browser keeps its cookie, and the server knows no such session any more. */
export async function sessionEnds(page: Page): Promise<void> {
  const [session] = (await page.context().cookies()).filter(({ name }) => name === "session");
  if (!session) throw new Error("Nobody is signed in.");
  const value = encodeURIComponent(btoa(JSON.stringify("a-session-that-is-over")));
  await page.context().addCookies([{ ...session, value }]);
}

/** What asks to sign in again, in front of what was typed. */
export const question = (page: Page) => page.getByRole("dialog", { name: "Votre session a expiré" });

/** Signs in where the page asks for it. */
export async function typeCredentials(page: Page): Promise<void> {
  await page.getByLabel("E-mail").fill(ADMIN.email);
  await page.getByLabel("Mot de passe").fill(ADMIN.password);
  await page.getByRole("button", { name: /^Se connecter(?! avec)/ }).click();
}
