/** Which room may import which, as rules of dependency-cruiser; architecture.test.ts proves that they bite. */
import type { ICruiseOptions, IFlattenedRuleSet } from "dependency-cruiser";

const SEVERITY = "error" as const;
const TOP = "domain|ports|stores|usecases|print|calendar|images|upkeep|adapters|app|server|cli|tests|scripts|bench";
/** Files of app/ that stand in no room; the second ones are what every room but browser/ may know. */
const APP_ROOT =
  "app/(?:root[.]tsx|root-(?:document[.]tsx|(?:loader|middleware)[.]server[.]ts)|routes[.]ts|entry[.](?:client|server)[.]tsx|contexts[.]ts|route-handle[.]ts|svg-component[.]d[.]ts)$";
const APP_SHARED = "app/(?:contexts|route-handle|svg-component[.]d)[.]ts$";
const FEATURE = "app/(?!(?:browser|fonts|layout|session|styles|ui)/)([^/]+)/";

type Room = { name: string; from: string; may: readonly string[] };
/**
 * docs/architecture.md, "Folders": each room, and what it may import besides itself. `$1` is what the first group of
 * `from` took.
 */
const ROOMS: readonly Room[] = [
  { name: "domain", from: "domain/", may: [] },
  { name: "ports", from: "ports/", may: ["domain/"] },
  { name: "stores", from: "stores/", may: ["domain/", "ports/", "images/"] },
  { name: "usecases", from: "usecases/", may: ["domain/", "ports/", "stores/", "print/", "calendar/", "images/"] },
  { name: "print", from: "print/", may: ["domain/"] },
  { name: "calendar", from: "calendar/", may: ["domain/"] },
  { name: "images", from: "images/", may: ["domain/"] },
  { name: "adapters", from: "adapters/(?!outbox/)([^/]+)/", may: ["domain/", "ports/", "adapters/$1/"] },
  // The outbox is a folder on the disk.
  {
    name: "outbox",
    from: "adapters/outbox/",
    may: ["domain/", "ports/", "adapters/outbox/", "adapters/disk/durable-files[.]ts$"],
  },
  { name: "upkeep", from: "upkeep/", may: ["domain/", "ports/", "adapters/sqlite/", "adapters/disk/"] },
  {
    name: "app-root",
    from: "app/(?:root|routes|entry)[^/]*$",
    may: ["domain/", "ports/", "stores/", "usecases/", "app/"],
  },
  {
    name: "app-shared",
    from: APP_SHARED,
    may: ["domain/", "ports/", "stores/", "usecases/services[.]ts$", APP_SHARED],
  },
  {
    name: "app-feature",
    from: FEATURE,
    may: ["domain/", "ports/", "stores/", "usecases/", "app/$1/", "app/(?:layout|session|ui)/", APP_SHARED],
  },
  {
    name: "app-common",
    from: "app/(?:layout|session|ui)/",
    may: ["domain/", "stores/", "app/(?:layout|session|ui)/", APP_SHARED],
  },
  { name: "app-browser", from: "app/browser/", may: ["app/browser/"] },
  {
    name: "server",
    from: "server/",
    may: ["domain/", "ports/", "stores/", "usecases/", "adapters/", "upkeep/", "app/", "server/"],
  },
  {
    name: "cli",
    from: "cli/",
    may: ["domain/", "ports/", "stores/", "usecases/", "adapters/", "upkeep/", "app/", "server/", "cli/"],
  },
];

export const RULES: IFlattenedRuleSet = {
  forbidden: [
    ...ROOMS.map(({ name, from, may }) => ({
      name: `${name}-boundary`,
      severity: SEVERITY,
      comment: `${from} may import: ${may.join(", ")}`,
      from: { path: `^${from}` },
      to: {
        path: `^(?:${TOP})/`,
        pathNot: [
          ...(/^(domain|ports|stores|usecases|print|calendar|images|upkeep)/.test(from) ? [from] : []),
          ...may,
        ].map((one) => `^${one}`),
      },
    })),
    {
      name: "core-is-pure",
      severity: SEVERITY,
      from: { path: "^(?:domain|ports|usecases)/" },
      to: { dependencyTypes: ["npm", "npm-dev", "npm-no-pkg", "npm-unknown", "core"], pathNot: "node_modules/zod/" },
    },
    {
      name: "browser-code-knows-no-node",
      severity: SEVERITY,
      from: { path: "^app/", pathNot: "[.]server[.]tsx?$" },
      to: { dependencyTypes: ["core"] },
    },
    {
      name: "only-services-chooses-adapters",
      severity: SEVERITY,
      from: { path: "^(?:server|cli)/", pathNot: "^server/(?:services[.]ts$|backends/)" },
      to: { path: "^(?:adapters|upkeep)/" },
    },
    {
      name: "no-unresolvable",
      severity: SEVERITY,
      from: {},
      to: { couldNotResolve: true, pathNot: ["[+]types/", "[?](?:url|worker&url)$"] },
    },
    { name: "no-circular", severity: SEVERITY, from: {}, to: { circular: true } },
    {
      name: "every-room-has-a-rule",
      severity: SEVERITY,
      comment: "a file of app/ that no row above speaks of",
      from: {},
      to: { path: "^app/[^/]+[.]tsx?$", pathNot: `^${APP_ROOT}` },
    },
  ],
};

export const OPTIONS: ICruiseOptions = {
  doNotFollow: { path: "node_modules" },
  exclude: { path: "^(?:build|[.]react-router)/" },
  parser: "swc",
  tsPreCompilationDeps: true,
  enhancedResolveOptions: { exportsFields: ["exports"], conditionNames: ["import", "node", "default"] },
};
