import type { Plugin } from "vite";

/** By path in React Router: what is never reached in the browser, as it is when the option that asks for it is off. */
const INUTILES = {
  // entry.client.tsx hands no instrumentations over.
  "router/instrumentation.js": `
    export const consumeInstrumentationClientResultMetaReceiver = () => {};
    export const getRouteInstrumentationUpdates = () => ({});
    export const instrumentClientSideRouter = (router) => router;
    export const instrumentHandler = undefined;
    export const instrumentationResultMetaContext = undefined;`,
  // react-router.config.ts: all routes are known from the start.
  "dom/ssr/fog-of-war.js": `
    export const isFogOfWarEnabled = () => false;
    export const getPartialManifest = (manifest) => manifest;
    export const getPatchRoutesOnNavigationFunction = () => {};
    export const useFogOFWarDiscovery = () => {};
    export const getManifestPath = undefined;
    export const getPathsWithAncestors = undefined;
    export const handleClientVersionMismatch = undefined;
    export const URL_LIMIT = undefined;`,
};

/**
 * Leaves out of the browser's script the parts of React Router that this site's settings never reach: 2 KB. An update
 * that asks one of these files for another export stops the build with its name; then that name is added here, or the
 * entry deleted, and tests/e2e/budget.spec.ts tells whether the committee's screens have room for it.
 */
export const sansInutiles = (): Plugin => ({
  name: "sans-inutiles",
  enforce: "pre",
  apply: "build",
  applyToEnvironment: ({ name }) => name === "client",
  load(id) {
    const fichier = Object.entries(INUTILES).find(([fin]) => id.endsWith(`react-router/dist/production/lib/${fin}`));
    return fichier ? fichier[1] : null;
  },
});
