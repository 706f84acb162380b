/** No page or file behind a secret link or a sign-in sends its address to another site. */
import { expect, it } from "vitest";
import { listRoutes } from "#tests/http/routes.ts";
import { setUpSite } from "#tests/http/site.ts";

const site = setUpSite({ committee: true });

/** First segments of addresses that contain a secret, whose address must not even reach the log of the site's proxy. */
const SECRET =
  /^\/(?:qr-facture|facture|apercu|ma-fiche|mes-places|ecrire\/lu|ecrire\/stop|a-faire|invitation|premier-compte|autorisation)\/./;
const FILE =
  /^\/(?:registre\.csv|inscriptions\.csv|messages\.csv|corbeille\/photo)|\.(?:pdf|csv)$|^\/ecrire\/\w+\/envoi$/;
const COMMITTEE =
  /^\/(?:comite|evenement)\/(?:create|modify)|^\/(?:a-faire|aide|annonce|ecrire|dossiers|passer-la-main|registre|assemblees|cotisations|textes|reglages|premiers-pas|comptes|corbeille|journal|mot-de-passe|confirmer|inscriptions|messages)\b/;

const VALUES: Record<string, string> = {
  day: "2026-01-16",
  year: "2026",
  slug: "charte",
  file: "aBcDeF.pdf",
  bill: "aBcDeF.pdf",
};

it.each(["", "the committee"])(
  "the referrer policy of each route hides its secret URL, for requests of %j",
  async (who) => {
    const counts = { none: 0, own: 0 };
    for (const { path } of await listRoutes((place) => VALUES[place] ?? "aBcDeFgHiJkLmNoPqRsT")) {
      const policy = (await site.get(path, who ? site.cookie : "")).headers.get("referrer-policy");
      const isPublicFile = ["/autorisation.pdf"].includes(path);
      if (SECRET.test(path) || (FILE.test(path) && !isPublicFile)) {
        expect(policy, path).toBe("no-referrer");
        counts.none++;
      } else if (COMMITTEE.test(path)) {
        expect(policy, path).toBe("same-origin");
        counts.own++;
      }
    }
    expect(counts.none).toBeGreaterThan(12);
    expect(counts.own).toBeGreaterThan(30);
  },
);

it.each(["aBcDeFgHiJkLmNoPqRsT.pdf", "aBcDeFgHiJkLmNoPqRsT.svg", "don.png", "aBcDeFgHiJkLmNoPqRsT.png"])(
  "/qr-facture/%s has the policy no-referrer, also in another spelling, as data, and for HEAD and POST",
  async (file) => {
    for (const path of [
      `/qr-facture/${file}`,
      `/QR-facture/${file}`,
      `/qr-facture//${file}`,
      `/qr-facture/${file}.data`,
    ])
      for (const method of ["GET", "HEAD", "POST"])
        expect((await site.request(path, { method })).headers.get("referrer-policy"), `${method} ${path}`).toBe(
          "no-referrer",
        );
  },
);
