import { reactRouter } from "@react-router/dev/vite";
import { defineConfig } from "vite";
import { dessins } from "./vite.dessins.ts";

const BIBLIOTHEQUES = /node_modules[\\/](?:react|react-dom|scheduler|react-router|cookie-es|@remix-run)[\\/]/;

/** Where what a visitor loads on an interactive page begins. */
const PAGES_INTERACTIVES =
  /app[\\/](?:entry\.client|root|routes[\\/]site[\\/](?:inscription|contact|login|logout))\.tsx/;

type Modules = { getModuleInfo: (id: string) => { importers: readonly string[] } | null };

/** @returns whether a visitor's interactive page imports a module, at once and not later */
function estDuVisiteur(id: string, modules: Modules): boolean {
  const vus = new Set<string>();
  const file = [id];
  for (let un = file.pop(); un !== undefined; un = file.pop()) {
    if (vus.has(un)) continue;
    vus.add(un);
    const importeurs = modules.getModuleInfo(un)?.importers ?? [];
    if (importeurs.some((importeur) => PAGES_INTERACTIVES.test(importeur))) return true;
    file.push(...importeurs);
  }
  return false;
}

const EST_ROUTE = /app[\\/](?:root\.tsx|entry\.|routes[\\/])/;

export default defineConfig({
  plugins: [dessins(), reactRouter()],
  // The policy allows pictures and fonts from this site only: nothing is inlined as a data: address.
  build: { assetsInlineLimit: 0 },
  environments: {
    client: {
      build: {
        rolldownOptions: {
          output: {
            // What every interactive page needs is one file: a fifth of the requests, and 3 KB less of script.
            codeSplitting: {
              groups: [
                {
                  name: (id: string, modules: Modules) => {
                    if (BIBLIOTHEQUES.test(id)) return "site";
                    const propre = /[\\/](?:app|domain)[\\/]/.test(id) && !EST_ROUTE.test(id) && !id.includes("?");
                    return propre && estDuVisiteur(id, modules) ? "site" : null;
                  },
                },
              ],
            },
          },
        },
      },
    },
  },
});
