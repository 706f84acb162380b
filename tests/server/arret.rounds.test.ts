/** Stopping the site while somebody is in the middle of something. */
import { connect } from "node:net";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { openDatabase } from "#adapters/embedded/database.ts";
import { createInbox } from "#adapters/embedded/inbox.ts";
import { noter } from "#tests/figures.ts";
import { demarrer, dossierDeDonnees } from "./process.ts";

const CORPS = new URLSearchParams({
  nom: "Camille",
  email: "camille@exemple.ch",
  sujet: "Brisolée",
  message: "Bonjour".repeat(100),
}).toString();

/** Opens a connection and sends half a form. @returns how to send the rest, and what comes back until the end */
async function commencer(port: number, origin: string) {
  const prise = connect(port, "127.0.0.1");
  let recu = "";
  prise.on("data", (morceau) => (recu += morceau.toString()));
  prise.on("error", () => {});
  const fermee = new Promise<string>((fini) => prise.on("close", () => fini(recu)));
  const enTetes = [
    "POST /contact HTTP/1.1",
    "Host: x",
    `Origin: ${origin}`,
    "Content-Type: application/x-www-form-urlencoded",
    `Content-Length: ${CORPS.length}`,
    "Expect: 100-continue",
  ];
  const commence = new Promise<void>((pret) => prise.once("data", () => pret()));
  prise.write(`${enTetes.join("\r\n")}\r\n\r\n`);
  // The site has read the headers: it asks for the rest.
  await commence;
  prise.write(CORPS.slice(0, 50));
  return { finir: () => prise.write(CORPS.slice(50)), fermee };
}

describe("stopping the site", () => {
  it("finishes the form that somebody is sending, and ends the connections that only wait", async () => {
    const DATA_DIR = dossierDeDonnees();
    const site = await demarrer({ DATA_DIR });
    const port = Number(new URL(site.url).port);
    // Kept alive, with nothing under way.
    expect((await fetch(`${site.url}/charte`)).status).toBe(200);
    const envoi = await commencer(port, site.url);
    const debut = performance.now();
    const arret = site.arreter("SIGTERM");
    // It takes nobody new: that is how one sees that it stops.
    for (let ouverte = true; ouverte; )
      ouverte = await new Promise((vu) => {
        const essai = connect(port, "127.0.0.1", () => vu(true)).on("error", () => vu(false));
        essai.on("connect", () => essai.destroy());
      });
    envoi.finir();
    expect(await envoi.fermee).toMatch(/HTTP\/1\.1 200 OK.*Merci de votre message/s);
    expect(await arret).toBe(0);
    const duree = performance.now() - debut;
    expect(duree).toBeLessThan(10_000);

    const db = openDatabase(join(DATA_DIR, "site.db"));
    expect((await createInbox(db).count("message")).total).toBe(1);
    db.close();
    noter("stop", {
      promesse: "A stop finishes what is under way, within 10 s",
      chiffres:
        "a form half sent was answered and kept; a connection that waited was ended; a visitor who never ends was cut off",
    });
  });

  it("does not wait for ever for somebody who never ends, and still closes its stores", async () => {
    const DATA_DIR = dossierDeDonnees();
    const site = await demarrer({ DATA_DIR });
    const envoi = await commencer(Number(new URL(site.url).port), site.url);
    expect(await site.arreter("SIGTERM")).toBe(0);
    expect(await envoi.fermee).not.toContain("200 OK");
    // A store that was closed in good order leaves nothing to take up.
    const { existsSync } = await import("node:fs");
    expect(existsSync(join(DATA_DIR, "site.db-wal"))).toBe(false);
  });

  it("does not end as if all were well when a store cannot be closed", async () => {
    const breaking = `import { DatabaseSync } from "node:sqlite";
      process.once("SIGTERM", () => {
        DatabaseSync.prototype.close = () => { throw new Error("disk of comite@exemple.ch is gone"); };
      });`;
    const args = ["--import", `data:text/javascript,${encodeURIComponent(breaking)}`, "server/index.ts"];
    const site = await demarrer({ DATA_DIR: dossierDeDonnees() }, undefined, args);
    expect(await site.arreter("SIGTERM")).toBe(1);
    expect(site.sortie()).toContain('"msg":"stop: the stores were not closed"');
    expect(site.sortie()).not.toContain("disk of");
  });
});
