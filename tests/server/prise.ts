/** Speaks to the site byte by byte, as no browser would. */
import { connect, type Socket } from "node:net";

/** Longer than every time limit of the site under test, and short enough to call a connection that hangs by its name. */
const BORNE_MS = 20_000;

export type Recue = { statut: number; enTetes: string };

/**
 * Opens a connection, sends what is given, and waits until the site ends it.
 * @param ensuite what goes on being sent until then
 * @returns every answer that came, in order; and the whole text
 */
export function parler(
  port: number,
  octets: string | Uint8Array,
  ensuite: (prise: Socket) => void = () => {},
): Promise<{ reponses: Recue[]; texte: string }> {
  return new Promise((fini, rate) => {
    const morceaux: Buffer[] = [];
    // Half open, so that only the site can end it.
    const prise = connect({ port, host: "127.0.0.1", allowHalfOpen: true });
    const borne = setTimeout(() => {
      rate(new Error(`the connection hangs: ${Buffer.concat(morceaux).toString("latin1").slice(0, 200)}`));
      prise.destroy();
    }, BORNE_MS);
    prise.on("data", (morceau) => morceaux.push(morceau));
    prise.on("end", () => prise.destroy());
    // The site may well end the connection while something is still being sent.
    prise.on("error", () => {});
    prise.on("close", () => {
      clearTimeout(borne);
      const texte = Buffer.concat(morceaux).toString("latin1");
      fini({ reponses: reponsesDe(texte), texte });
    });
    prise.write(typeof octets === "string" ? Buffer.from(octets, "latin1") : octets);
    ensuite(prise);
  });
}

const reponsesDe = (texte: string): Recue[] =>
  [
    ...texte.replaceAll("HTTP/1.1 100 Continue\r\n\r\n", "").matchAll(/HTTP\/1\.1 (\d{3})[^\r\n]*\r\n(.*?)\r\n\r\n/gs),
  ].map(([, statut, enTetes = ""]) => ({ statut: Number(statut), enTetes: enTetes.toLowerCase() }));
