import { reactRouter } from "@react-router/dev/vite";
import { defineConfig } from "vite";
import { dessins } from "./vite.dessins.ts";
import { sansInutiles } from "./vite.inutiles.ts";

const BIBLIOTHEQUES = /node_modules[\\/](?:react|react-dom|scheduler|react-router|cookie-es|@remix-run)[\\/]/;

const EST_ROUTE = /app[\\/](?:root\.tsx|entry\.|routes[\\/])/;
/** What every page that is hydrated loads. */
const CADRE = /app[\\/](?:entry\.client|root)\.tsx/;
/** A visitor's interactive pages. */
const DU_VISITEUR = /app[\\/]routes[\\/]site[\\/](?:inscription|contact|login|logout)\.tsx/;

type Modules = { getModuleInfo: (id: string) => { importers: readonly string[] } | null };

/** @returns the pages that import a module at once and not later, the frame of all among them */
function pagesDe(id: string, modules: Modules): string[] {
  const vus = new Set<string>();
  const file = [id];
  for (let un = file.pop(); un !== undefined; un = file.pop()) {
    if (vus.has(un)) continue;
    vus.add(un);
    file.push(...(modules.getModuleInfo(un)?.importers ?? []));
  }
  return [...new Set([...vus].map((un) => un.replace(/\?.*$/, "")))].filter((un) => EST_ROUTE.test(un));
}

const estPropre = (id: string) => /[\\/](?:app|domain)[\\/]/.test(id) && !EST_ROUTE.test(id) && !id.includes("?");

/** @returns whether a module is needed by every hydrated page, or by visitors and the committee alike */
function estCommun(id: string, modules: Modules): boolean {
  if (BIBLIOTHEQUES.test(id) || CADRE.test(id)) return true;
  if (!estPropre(id)) return false;
  const pages = pagesDe(id, modules);
  if (pages.some((page) => CADRE.test(page))) return true;
  return pages.some((page) => DU_VISITEUR.test(page)) && !pages.every((page) => DU_VISITEUR.test(page));
}

/** @returns whether a module is needed by several of the visitors' forms, and by nothing else */
function estDesFormulaires(id: string, modules: Modules): boolean {
  const pages = estPropre(id) ? pagesDe(id, modules) : [];
  return pages.length > 1 && pages.every((page) => DU_VISITEUR.test(page));
}

export default defineConfig({
  plugins: [dessins(), sansInutiles(), reactRouter()],
  // The policy allows pictures and fonts from this site only: nothing is inlined as a data: address.
  build: { assetsInlineLimit: 0 },
  environments: {
    client: {
      build: {
        // The authors of what the pages load, whose notices the minifier takes out.
        license: { fileName: "licences.txt" },
        rolldownOptions: {
          output: {
            // What every interactive page needs is one file: a fifth of the requests, and 3 KB less of script.
            codeSplitting: {
              groups: [
                { name: (id: string, modules: Modules) => (estCommun(id, modules) ? "site" : null), priority: 2 },
                { name: (id: string, modules: Modules) => (estDesFormulaires(id, modules) ? "formulaires" : null) },
              ],
            },
          },
        },
      },
    },
  },
});
