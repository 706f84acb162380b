// `npm run architecture`: which folder may import which (docs/architecture.md, "Folders"). TypeScript 7 has no parser for
// dependency-cruiser, which says so in each run and uses swc; without swc it would read nothing and pass.
import "@swc/core";

const SHARED = "app/(?:contexts|route-handle|svg-component[.]d)[.]ts$";
const AROUND_PAGES = "app/(?:layout|session|ui)/";
const NPM = ["npm", "npm-dev", "npm-no-pkg", "npm-unknown"];

/** `from`, and what it may import, itself included; `$1` is what the first group of `from` took. */
const MAY_IMPORT = [
  ["domain/", ["domain/"]],
  ["ports/", ["ports/", "domain/"]],
  ["stores/", ["stores/", "domain/", "ports/", "images/"]],
  ["usecases/", ["usecases/", "domain/", "ports/", "stores/", "print/", "calendar/", "images/", "bank/"]],
  ["(print|calendar|images|bank)/", ["$1/", "domain/"]],
  ["adapters/([^/]+)/", ["adapters/$1/", "domain/", "ports/"]],
  ["upkeep/", ["upkeep/", "domain/", "ports/", "images/", "adapters/sqlite/"]],
  ["app/(?:root|routes|entry)[^/]*$", ["app/", "domain/", "ports/", "stores/", "usecases/"]],
  [SHARED, [SHARED, "domain/", "ports/", "stores/", "usecases/services[.]ts$"]],
  [
    "app/(?!(?:browser|fonts|layout|session|styles|ui)/)([^/]+)/",
    ["app/$1/", AROUND_PAGES, SHARED, "domain/", "ports/", "stores/", "usecases/", "docs/guide-comite[.]md$"],
  ],
  [AROUND_PAGES, [AROUND_PAGES, SHARED, "domain/", "stores/"]],
  ["app/browser/", ["app/browser/"]],
  ["server/", ["server/", "app/", "adapters/", "domain/", "ports/", "stores/", "upkeep/", "usecases/"]],
  ["cli/", ["cli/", "server/", "app/", "adapters/", "domain/", "ports/", "stores/", "upkeep/", "usecases/"]],
];

export default {
  forbidden: [
    ...MAY_IMPORT.map(([from, may]) => ({
      name: `folder-boundary: ${from}`,
      comment: `may import: ${may.join(", ")}`,
      severity: "error",
      from: { path: `^${from}` },
      to: { path: "^[a-z]+/", pathNot: may.map((each) => `^${each}`), dependencyTypesNot: ["core", ...NPM] },
    })),
    {
      name: "core-is-pure",
      severity: "error",
      from: { path: "^(?:domain|ports|usecases)/" },
      to: { dependencyTypes: [...NPM, "core"], pathNot: "node_modules/(?:zod|marked|swissqrbill)/" },
    },
    {
      name: "browser-code-uses-no-node",
      severity: "error",
      from: { path: "^app/", pathNot: "[.]server[.]tsx?$" },
      to: { dependencyTypes: ["core"] },
    },
    {
      name: "only-services-chooses-adapters",
      severity: "error",
      from: { path: "^(?:server|cli)/", pathNot: "^server/(?:services[.]ts$|backends/)" },
      to: { path: "^(?:adapters|upkeep)/" },
    },
    {
      name: "every-file-of-app-has-a-rule",
      severity: "error",
      from: {},
      to: { path: "^app/[^/]+[.]tsx?$", pathNot: `^(?:${SHARED}|app/(?:root|routes|entry)[^/]*$)` },
    },
    { name: "no-circular", severity: "error", from: {}, to: { circular: true } },
    {
      name: "no-unresolvable",
      severity: "error",
      from: {},
      to: { couldNotResolve: true, pathNot: ["[+]types/", "[?](?:url|worker&url)$"] },
    },
  ],
  required: [
    {
      name: "imports-are-understood",
      severity: "error",
      module: { path: "^server/index[.]ts$" },
      to: { path: "^domain/", reachable: true },
    },
  ],
  options: {
    doNotFollow: { path: "node_modules" },
    exclude: { path: "^(?:build|[.]react-router)/" },
    parser: "swc",
    tsPreCompilationDeps: true,
    enhancedResolveOptions: { exportsFields: ["exports"], conditionNames: ["import", "node", "default"] },
  },
};
