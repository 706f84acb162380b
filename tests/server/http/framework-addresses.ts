/** Addresses that the site answers and `app/routes.ts` does not list: of React Router, of files, and other spellings of both. */

/** Longest address that the site's HTTP parser accepts, with room for the headers of a request. */
const ADDRESS_MAX = 15_000;
/** Longest address that React Router answers. */
const ROUTER_MAX = 7_600;

/** Repeats a text in an address of `length` characters. */
const fill = (begin: string, text: (i: number) => string, length = ROUTER_MAX): string => {
  let address = begin;
  for (let i = 0; address.length < length; i++) address += text(i);
  return address.slice(0, length);
};

const letter = (i: number) => `/${i.toString(36)},`;

/** @param version of the build's manifest @param asset path of a file of the build */
export const frameworkAddresses = (version: string, asset: string): readonly string[] => {
  const manifest = `/__manifest?version=${version}&paths=`;
  return [
    "/__manifest",
    `/__manifest?version=${version}`,
    "/__manifest?version=x&paths=/",
    `${manifest}/,/comite,/planning,/registre/abc`,
    fill(manifest, letter),
    fill(manifest, () => "/,"),
    fill(manifest, () => "%2C"),
    fill(manifest, (i) => `/cotisations/${i}/envoyer,`),
    fill(manifest, () => "/a"),
    fill(manifest, () => "%2Fa%2C"),
    fill(manifest, letter, ADDRESS_MAX),
    fill(`/__manifest?version=${version}`, (i) => `&paths=/${i}`),
    fill("/./__manifest?x=", letter),
    `//__manifest?version=${version}&paths=/`,
    `/x/../__manifest?version=${version}&paths=/`,
    `/%5F_manifest?version=${version}&paths=/`,
    `/__MANIFEST?version=${version}&paths=/`,
    `/__manifest/?version=${version}&paths=/`,
    "/__manifest.data",
    "/_.data",
    "/.data",
    "/_.data?index",
    "/index.data?index",
    "/planning.data",
    "/planning.data?_routes=planning%2Fplanning",
    "/planning.data?_routes=",
    fill("/planning.data?_routes=", (i) => `planning/${i},`),
    fill("/_.data?_routes=", () => ",", ADDRESS_MAX),
    fill("/planning.data?", (i) => `a${i}=b&`, ADDRESS_MAX),
    "/nulle-part.data",
    "/planning/_.data",
    "/planning/.data",
    "/planning.data.data",
    "/%70lanning.data",
    "/PLANNING.data",
    fill("/", () => "a/", ADDRESS_MAX),
    fill("/", () => "/", ADDRESS_MAX),
    fill("/", () => "%2F", ADDRESS_MAX),
    fill("/planning/", () => "%C3%A9", ADDRESS_MAX),
    fill("/planning/", () => "%CC%81", ADDRESS_MAX),
    `/planning?_data=routes%2Fplanning`,
    "/planning?index",
    fill("/?", (i) => `${i}&`, ADDRESS_MAX),
    asset,
    `${asset}?v=1`,
    fill(`${asset}?`, (i) => `${i}&`, ADDRESS_MAX),
    `${asset}.br`,
    "/assets/",
    "/assets//",
    "/assets/..%2f..%2fserver%2findex.js",
    "/assets/../../server/index.js",
    fill("/assets/", () => "../", ADDRESS_MAX),
    fill("/assets/", () => "a/", ADDRESS_MAX),
    "/favicon.svg?x",
    "/manifest.webmanifest",
    "/.vite/manifest.json",
    "/images/evenements/x/y.jpg",
    fill("/images/evenements/", () => "%2e%2e%2f", ADDRESS_MAX),
    "/healthz?x",
    "/healthz/",
    "/up",
    "/*",
    "/introuvable",
    "http://autre.exemple.ch/__manifest",
    "*",
  ];
};
