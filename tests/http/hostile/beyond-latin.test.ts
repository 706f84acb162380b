/** Headers carry Latin-1 only: a redirect to an address made of what somebody sent has to be percent-encoded. */
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

it("a character beyond Latin-1 in any field or parameter, with any operation, causes no error", async () => {
  const { site, cookie, addressOf } = opened;
  site.services.auth.signOut = async () => {};
  const failed: string[] = [];
  for (const { path: route, writes } of await listRoutes((place) => `:${place}`)) {
    if (!writes) continue;
    const form = Object.fromEntries(Object.keys(formOf(route)).map((field) => [field, TYPED]));
    async function send(path: string, operation: string) {
      const fields = { ...form, id: TYPED, intention: operation, what: operation, way: operation };
      const response = await site.send(`${path}?membre=${encodeURIComponent(TYPED)}`, fields, cookie);
      const isEncoded = !response.headers.get("location")?.includes("&é");
      if (response.status > 499 || !isEncoded) failed.push(`${response.status} ${operation} ${route}`);
      return response.text();
    }
    for (const path of new Set([addressOf(route), route.replace(/:[\w*]+/g, encodeURIComponent(TYPED))])) {
      const hasOperations = (await send(path, "unknown")).includes("Le site ne connaît pas cette action");
      for (const operation of hasOperations ? OPERATIONS : []) await send(path, operation);
    }
  }
  expect(site.log.map(({ error, position }) => `${position}: ${error}`)).toEqual([]);
  expect(failed).toEqual([]);
});
