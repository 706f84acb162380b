/** A line to an emulator that a test can cut: everything on it breaks off, and nobody answers until it is back. */
import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";
import { onTestFinished } from "vitest";

export type Coupure = {
  /** Where the line begins, as `host:port`. */
  adresse: string;
  /** Breaks off what is open, and refuses everybody. */
  couper(): void;
  /** Keeps what is open and takes everybody in, but passes nothing on: a provider that never answers. */
  figer(): void;
  /** From now on an answer arrives so many milliseconds late: time to break off what was asked, but not answered. */
  retarder(ms: number): void;
  /** Leads somebody else's answers here: breaks off what is open, and has the line end at another `host:port`. */
  detourner(vers: string): void;
  retablir(): void;
};

/**
 * Opens a line, which ends with the test.
 * @param vers where it leads, as `host:port`
 */
export async function ouvrirCoupure(vers: string): Promise<Coupure> {
  let bout = vers;
  const lignes = new Set<Socket>();
  let retardMs = 0;
  let etat: "ouverte" | "coupee" | "figee" = "ouverte";
  const rompre = () => {
    for (const ligne of lignes) ligne.destroy();
  };

  const serveur = createServer((entree) => {
    if (etat === "coupee") return void entree.destroy();
    const [hote = "", port] = bout.split(":");
    const sortie = connect(Number(port), hote);
    entree.on("data", (question) => {
      if (etat === "ouverte") sortie.write(question);
    });
    sortie.on("data", (reponse) => {
      const passer = () => {
        if (etat === "ouverte" && !entree.destroyed) entree.write(reponse);
      };
      if (retardMs === 0) passer();
      else setTimeout(passer, retardMs);
    });
    for (const [ici, la] of [
      [entree, sortie],
      [sortie, entree],
    ] as const) {
      lignes.add(ici);
      ici.on("error", () => ici.destroy());
      ici.on("close", () => {
        lignes.delete(ici);
        la.destroy();
      });
    }
  }).listen(0, "127.0.0.1");
  await once(serveur, "listening");
  onTestFinished(async () => {
    rompre();
    serveur.close();
    await once(serveur, "close");
  });

  return {
    adresse: `127.0.0.1:${(serveur.address() as AddressInfo).port}`,
    couper() {
      etat = "coupee";
      rompre();
    },
    figer() {
      etat = "figee";
    },
    retarder(ms) {
      retardMs = ms;
    },
    detourner(ailleurs) {
      bout = ailleurs;
      rompre();
    },
    retablir() {
      // What went by meanwhile is lost: a line that was still open would carry half a conversation.
      rompre();
      bout = vers;
      retardMs = 0;
      etat = "ouverte";
    },
  };
}
