/**
 * Forms whose fields are all filled with characters beyond Latin-1, or all empty. Headers carry Latin-1 only: a redirect
 * to an address made of what somebody sent has to be percent-encoded.
 */
import { afterAll, beforeAll, expect, it } from "vitest";
import { listRoutes } from "#tests/http/routes.ts";
import { formOf, openSiteWithContent } from "./long-forms.ts";

const TYPED = "ب&é#🎺";

/** Values of the fields that select an operation, of all forms. */
const OPERATIONS = [
  ...["", "absent", "accept", "add-due", "add-passkey", "advance", "another", "back", "confirm-passkey", "correction"],
  ...["email", "erase", "fee", "gift", "handle", "import", "invite", "keep", "leave", "other", "pay", "present"],
  ...["preview", "printed", "read", "record", "refunded", "refuse", "remove", "remove-passkey", "rename"],
  ...["rename-passkey", "renew", "reopen", "resend", "resend-all", "reset", "restore", "save", "search", "shared"],
  ...["sign-out-others", "sms", "take-back", "twint", "undo", "unmark", "wait-no-more", "waive", "whatsapp"],
];

let opened: Awaited<ReturnType<typeof openSiteWithContent>>;
beforeAll(async () => {
  opened = await openSiteWithContent();
});
afterAll(() => opened.site.close());

const ROUTES = (await listRoutes((place) => `:${place}`)).filter(({ writes }) => writes).map(({ path }) => path);

it.each(ROUTES)("%s: such a form, with any operation, causes no error", async (route) => {
  const { site, cookie, addressOf } = opened;
  site.services.auth.signOut = async () => {};
  site.log.length = 0;
  const failed: string[] = [];
  const paths = new Set([addressOf(route), route.replace(/:[\w*]+/g, encodeURIComponent(TYPED))]);
  for (const typed of [TYPED, ""]) {
    const form = Object.fromEntries(Object.keys(formOf(route)).map((field) => [field, typed]));
    async function send(path: string, operation: string) {
      const fields = { ...form, id: typed, intention: operation, what: operation, way: operation };
      const response = await site.send(`${path}?membre=${encodeURIComponent(typed)}`, fields, cookie);
      const isEncoded = !response.headers.get("location")?.includes("&é");
      if (response.status > 499 || !isEncoded) failed.push(`${response.status} ${operation} ${path} ${typed}`);
      return response.text();
    }
    for (const path of paths) {
      const hasOperations = (await send(path, "unknown")).includes("Le site ne connaît pas cette action");
      for (const operation of hasOperations ? OPERATIONS : []) await send(path, operation);
    }
  }
  expect(site.log.map(({ error, position }) => `${position}: ${error}`)).toEqual([]);
  expect(failed).toEqual([]);
});
