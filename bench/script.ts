/** Measures the compressed size of all modules that a page loads. */
import { existsSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { fetchText, signIn, withSite } from "./site.ts";

const ASSETS = join(import.meta.dirname, "../build/client/assets");
const READING = ["/", "/comite", "/planning", "/dons", "/charte", "/responsabilite", "/confidentialite"];
const FORMS = ["/contact", "/inscription", "/ma-fiche"];
const FORMS_OF_COMMITTEE = ["/comptes", "/mot-de-passe", "/comite/create", "/evenement/create", "/annonce"];
const REGISTER = ["/registre", "/registre/create", "/registre/importer", "/cotisations/banque", "/assemblees"];
const COMMITTEE = [...READING, "/inscriptions", "/messages", "/reglages", ...FORMS_OF_COMMITTEE, ...REGISTER];

/** @returns three sizes in bytes: the heaviest page without a form, with a visitor's form, for the committee */
export const measureScript = (folder: string) =>
  withSite(folder, async () => {
    const cookie = await signIn();
    const heaviest = async (paths: readonly string[], who = "") =>
      Math.max(...(await Promise.all(paths.map(async (path) => bytesOfScript(await fetchText(path, who))))));
    return [await heaviest(READING), await heaviest(FORMS), await heaviest(COMMITTEE, cookie)];
  });

function bytesOfScript(html: string): number {
  const linked = html.matchAll(/(?:src|href)="\/assets\/([\w.-]+\.js)/g);
  const files = new Set([...linked].map(([, name = ""]) => join(ASSETS, name)));
  // The loop also visits files that are added during the loop.
  for (const file of files)
    for (const [, name = ""] of readFileSync(file, "utf8").matchAll(/(?:from|import)\s*["'`]\.\/([\w.-]+\.js)/g))
      files.add(join(ASSETS, name));
  return [...files].reduce((sum, file) => sum + statSync(existsSync(`${file}.br`) ? `${file}.br` : file).size, 0);
}
