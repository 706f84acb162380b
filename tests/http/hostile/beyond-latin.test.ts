/**
 * Forms whose fields are all filled with characters beyond Latin-1, or all empty. Headers carry Latin-1 only: a redirect
 * to an address made of submitted values has to be percent-encoded.
 */
import { afterAll, beforeAll, expect, it } from "vitest";
import { FIELD_SENTENCES } from "#domain/fields.ts";
import { listRoutes } from "#tests/http/routes.ts";
import { sentences } from "#tests/http/site.ts";
import { bodyOf, formOf, isPublic, openSiteWithContent } from "./long-forms.ts";

const TYPED = "ب&é#🎺";

const MESSAGE = "consent-received consent-missing verify-birth-date resend resend-all handle reopen remove restore";
/** By route: the values of the field that selects an operation. */
const OPERATIONS: Record<string, string> = {
  "/evenement/plusieurs": "preview add",
  "/ecrire": "audience preview try send",
  "/planning": "publish as-planned again publish-chosen again-chosen",
  "/comite/plusieurs": "preview add",
  "/comite": "undo-replacement",
  "/comite/remplacer/:memberId": "copy",
  "/comite/modify/:memberId/photo": "save remove undo",
  "/evenement/modify/:eventId/affiche": "save undo",
  "/a-faire": "done reopen",
  "/evenement/modify/:eventId/coups-de-main": "delete restore undo-change undo-addition",
  "/evenement/modify/:eventId/coups-de-main/qui-vient":
    "add present absent confirm undo-confirmation remove restore seen",
  "/dossiers/association/lignes": "delete restore undo-change",
  "/evenement/modify/:eventId/dossier": "done reopen delete restore undo-change undo-addition",
  "/dossiers/:subject": "done reopen delete restore undo-change undo-addition",
  "/evenement/modify/:eventId/dossier/resultat": "save close reopen correct",
  "/dossiers": "delete restore",
  "/dossiers/:subject/resultat": "save close reopen correct",
  "/comptes": "invite rename reset remove sign-out-others confirm-passkey add-passkey rename-passkey remove-passkey",
  "/reglages": "test check clock",
  "/corbeille": "restore erase",
  "/registre": "search",
  "/registre/a-verifier": "accept refuse",
  "/registre/importer": "read preview import",
  "/registre/:recordId": "leave back remove renew add-due record waive take-back infos-on infos-off",
  "/registre/:recordId/donnees": "erase",
  "/assemblees/:day": "search present absent",
  "/cotisations/banque": "read keep search fee advance gift other refunded wait-no-more undo",
  "/cotisations/:year": "search pay waive cancel restore",
  "/cotisations/:year/envoyer": "sent unsent words printed email",
  "/registre/bienvenue": "sent unsent words",
  "/registre/autorisations": "sent unsent words",
  "/registre/liens": "sent unsent words",
  "/ma-fiche/:token": "correction twint erase email come withdraw confirm return infos-on infos-off",
  "/mes-places/:token": "withdraw confirm return",
  "/evenement/modify/:eventId/coups-de-main/demander": "sent unsent words",
  "/evenement/modify/:eventId/coups-de-main/a-confirmer": "sent unsent words",
  "/evenement/modify/:eventId/coups-de-main/rappel": "sent unsent words email",
  "/ecrire/:mailingId": "sent unsent words stop resume printed unprinted",
  "/inscriptions": `${MESSAGE} search refuse`,
  "/messages": `${MESSAGE} search refuse`,
};

let opened: Awaited<ReturnType<typeof openSiteWithContent>>;
beforeAll(async () => {
  opened = await openSiteWithContent();
});
afterAll(() => opened.site.close());

const ROUTES = (await listRoutes((place) => `:${place}`)).filter(({ writes }) => writes).map(({ path }) => path);

it.each(ROUTES)(
  "the forms of %s cause no error with texts of any script, for each of their operations",
  async (route) => {
    const { site, cookie, addressOf } = opened;
    site.services.auth.signOut = async () => {};
    site.log.length = 0;
    const failed: string[] = [];
    const operations = OPERATIONS[route]?.split(" ") ?? [];
    for (const typed of [TYPED, ""]) {
      const form = Object.fromEntries(Object.keys(formOf(route)).map((field) => [field, typed]));
      /** @returns whether the route has operations, but not this one */
      async function send(path: string, operation: string): Promise<boolean> {
        const fields = { ...form, id: typed, intention: operation, what: operation, way: operation };
        const response = await site.send(`${path}?membre=${encodeURIComponent(typed)}`, fields, cookie);
        const isEncoded = !response.headers.get("location")?.includes("&é");
        if (response.status > 499 || !isEncoded) failed.push(`${response.status} ${operation} ${path} ${typed}`);
        return (await response.text()).includes("Le site ne connaît pas cette action");
      }
      for (const path of new Set([addressOf(route), route.replace(/:[\w*]+/g, encodeURIComponent(TYPED))])) {
        const hasOperations = await send(path, "unknown");
        if (hasOperations && operations.length === 0) failed.push("no operation is listed");
        for (const operation of operations) if (await send(path, operation)) failed.push(`unknown ${operation}`);
      }
    }
    expect(site.log.map(({ error, position }) => `${position}: ${error}`)).toEqual([]);
    expect(failed).toEqual([]);
  },
);

it.each([
  ["/contact", "message", 10_000],
  ["/inscription", "adresse", 500],
  ["/login", "password", 4096],
  ["/login", "username", 254],
  ["/evenement/create", "Nom", 120],
  ["/reglages", "recipients", 5080],
] as const)(
  "%s refuses 120,000 marks as %s beside it, and repeats them unless they are a password",
  async (route, field, max) => {
    const marks = `a${"\u0301".repeat(60_000)}${"\u0316".repeat(60_000)}`;
    const headers = { origin: opened.site.config.publicUrl, cookie: isPublic(route) ? "" : opened.cookie };
    const body = bodyOf({ ...formOf(route), [field]: marks });
    const response = await opened.site.request(route, { method: "POST", body, headers });
    const html = (await response.text()).replaceAll("&#x27;", "'");
    expect(response.status).toBe(400);
    const sentence = FIELD_SENTENCES.tooLong(max);
    expect(sentences(html)).toContainEqual([field, sentence]);
    expect(html.includes(marks)).toBe(field !== "password");
  },
);
