import { reactRouter } from "@react-router/dev/vite";
import { defineConfig, type Rolldown } from "vite";
import { BUILD_TARGET } from "./vite.supported-browsers.ts";
import { drawings } from "./vite.svg-components.ts";

/**
 * What is around every page, and the pages whose forms visitors fill in. Without the form for a lost link, which would
 * bring the committee's rules of members into the script of all pages.
 */
const FRAME = /\/app\/(?:entry\.client|root)\.tsx/;
const VISITOR_FORMS = [/\/app\/contact\/contact\.tsx/, /\/app\/sign-up\/sign-up\.tsx/];

/** @returns whether a page imports the module, directly or through others */
function isImportedBy(
  page: RegExp,
  id: string,
  modules: Rolldown.ChunkingContext,
  visited = new Set<string>(),
): boolean {
  if (visited.has(id)) return false;
  visited.add(id);
  const importers = modules.getModuleInfo(id)?.importers ?? [];
  return importers.some((importer) => page.test(importer) || isImportedBy(page, importer, modules, visited));
}

/** Whether every visitor's form needs the module, or one form and at least two other modules. */
function isForForms(id: string, modules: Rolldown.ChunkingContext): boolean {
  if (isImportedBy(FRAME, id, modules)) return true;
  const forms = VISITOR_FORMS.filter((page) => isImportedBy(page, id, modules));
  const importers = modules.getModuleInfo(id)?.importers ?? [];
  return forms.length === VISITOR_FORMS.length || (forms.length > 0 && importers.length >= 3);
}

export default defineConfig({
  plugins: [drawings(), reactRouter()],
  // The Content-Security-Policy allows pictures and fonts from this site only: inline nothing as a data: URL.
  build: { assetsInlineLimit: 0 },
  environments: {
    // These packages find their fonts, drawings and worker threads beside their own source files.
    ssr: { build: { rolldownOptions: { external: /^#(?:print|calendar|pictures|bank)\// } } },
    client: {
      build: {
        target: BUILD_TARGET,
        // The minifier removes the licence notices of the packages.
        license: { fileName: "licences.txt" },
        rolldownOptions: {
          output: {
            codeSplitting: {
              // One file for what visitors' forms share: fewer requests and bytes on a slow line (decision 0002).
              groups: [{ name: (id, modules) => (isForForms(id, modules) ? "site" : null) }],
            },
          },
        },
      },
    },
  },
});
