import { reactRouter } from "@react-router/dev/vite";
import { defineConfig, type Rolldown } from "vite";
import { BUILD_TARGET } from "./vite.supported-browsers.ts";
import { drawings } from "./vite.svg-components.ts";

/** The folders of the forms that visitors fill in. */
/** Without the question after a sign-up, which few answer. */
const VISITOR_FORMS = /\/app\/(?:contact\/|sign-up\/(?!contact-))/;

/** @returns whether a visitor's form imports the module, directly or through others */
function isInVisitorForm(id: string, modules: Rolldown.ChunkingContext, visited = new Set<string>()): boolean {
  if (visited.has(id)) return false;
  visited.add(id);
  const importers = modules.getModuleInfo(id)?.importers ?? [];
  return VISITOR_FORMS.test(id) || importers.some((importer) => isInVisitorForm(importer, modules, visited));
}

export default defineConfig({
  plugins: [drawings(), reactRouter()],
  // The Content-Security-Policy allows pictures and fonts from this site only: inline nothing as a data: URL.
  build: { assetsInlineLimit: 0 },
  environments: {
    // These packages find their fonts, drawings and worker threads beside their own source files.
    ssr: { build: { rolldownOptions: { external: /^#(?:print|calendar|images|bank)\// } } },
    client: {
      build: {
        target: BUILD_TARGET,
        // The minifier removes the licence notices of the packages.
        license: { fileName: "licences.txt" },
        rolldownOptions: {
          output: {
            codeSplitting: {
              // One file for what the visitors' forms share with other pages: fewer requests on a slow line (decision 0002).
              groups: [{ name: (id, modules) => (isInVisitorForm(id, modules) ? "site" : null), minShareCount: 4 }],
            },
          },
        },
      },
    },
  },
});
