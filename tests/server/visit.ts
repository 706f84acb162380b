/** Requests of visitors and of the committee to a site that runs as a child process. */
import { copyFileSync, mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { createScryptIdentities } from "#adapters/scrypt/identities.ts";
import { openSqliteDocuments } from "#adapters/sqlite/documents.ts";
import { hasSharePicture, type PictureCollection } from "#domain/pictures/picture.ts";
import { pictureFiles } from "#domain/pictures/picture-variants.ts";
import { createAccountStore } from "#stores/accounts.ts";
import { createSiteSecret } from "#stores/site-secret.ts";
import { jpeg } from "#tests/images/pictures.ts";
import { placeMigrated } from "#tests/migrated.ts";
import { passwordsCostAsOnASite } from "#tests/password-cost.ts";
import { dataFolder } from "./process.ts";

export const COMMITTEE = { ADMIN_EMAIL: "comite@exemple.ch", ADMIN_PASSWORD: "tracteur-violon-nuage" };

let withAccount: Promise<string> | undefined;

/** @returns a database with the account of the committee */
async function makeAccount(): Promise<string> {
  passwordsCostAsOnASite();
  const file = join(mkdtempSync(join(tmpdir(), "jeunesse-comite-")), "site.db");
  placeMigrated(file);
  const documents = openSqliteDocuments(file);
  const identities = createScryptIdentities(documents);
  const accounts = createAccountStore({ documents, identities, secret: async () => "" });
  await accounts.createAccount(COMMITTEE.ADMIN_EMAIL, COMMITTEE.ADMIN_PASSWORD);
  documents.close();
  return file;
}

/** @returns a data folder with the account of the committee. A first start would need a second to check its password. */
export async function committeeFolder(): Promise<string> {
  withAccount ??= makeAccount();
  const DATA_DIR = dataFolder();
  copyFileSync(await withAccount, join(DATA_DIR, "site.db"));
  return DATA_DIR;
}

/** Posts a form as a browser does. */
export const post = (url: string, path: string, body: URLSearchParams | FormData, cookie = "") =>
  fetch(url + path, { method: "POST", body, redirect: "manual", headers: { origin: url, cookie } });

export const messageFields = (sujet: string) => ({
  nom: "Camille",
  email: "camille@exemple.ch",
  sujet,
  message: "Bonjour à tous",
  hp: "",
});

export const write = (url: string, sujet: string) => post(url, "/contact", new URLSearchParams(messageFields(sujet)));

/** Signs in. @returns the value of the `Cookie` header @throws if the sign-in is refused */
export async function signIn(url: string): Promise<string> {
  const fields = { username: COMMITTEE.ADMIN_EMAIL, password: COMMITTEE.ADMIN_PASSWORD };
  const response = await post(url, "/login", new URLSearchParams(fields));
  const session = response.headers.getSetCookie().find((c) => /session=/.test(c));
  if (!session) throw new Error(`signing in answered ${response.status}`);
  return session.split(";", 1)[0] ?? "";
}

/** Adds an event of August 2025 with a poster. @param nom one word; the id of the event is `NOM0825` */
export async function announce(url: string, nom: string, cookie: string): Promise<Response> {
  const body = new FormData();
  const fields = { Nom: nom, mois: "08", annee: "2025", Lieu: "Savièse", AfterMovie: "", hp: "" };
  for (const [field, value] of Object.entries(fields)) body.append(field, value);
  body.append("image", new File([new Uint8Array(await jpeg(600, 400, nom.length))], "affiche.jpg"));
  return post(url, "/evenement/create", body, cookie);
}

export const remove = (url: string, nom: string, cookie: string) =>
  post(url, "/planning", new URLSearchParams({ id: `${nom}0825`, hp: "" }), cookie);

/** @returns the names of the files that each picture of the documents must have */
const pictureFilesNamedIn = (db: DatabaseSync): string[] =>
  db
    .prepare(
      `SELECT id, content ->> 'collection' AS collection, content ->> '$.made.width' AS width FROM documents
        WHERE collection = 'pictures'`,
    )
    .all()
    .flatMap(({ id, collection, width }) =>
      pictureFiles(String(id), Number(width), hasSharePicture({ collection: collection as PictureCollection })),
    )
    .map((name) => `variantes/${name}`);

/** @returns subjects of the messages in the order of their arrival, names of the events, picture files, number of sessions */
export function contentsOf(DATA_DIR: string) {
  const db = new DatabaseSync(join(DATA_DIR, "site.db"), { readOnly: true });
  const texts = (field: string, collection: string, order: string): string[] =>
    db
      .prepare(`SELECT content ->> ? AS text FROM documents WHERE collection = ? ORDER BY content ->> ?`)
      .all(field, collection, order)
      .map(({ text }) => String(text));
  try {
    return {
      messages: texts("$.content.subject", "inbox", "orderType"),
      events: texts("Nom", "evenements", "Nom"),
      images: pictureFilesNamedIn(db),
      sessions: texts("id", "sessions", "id").length,
    };
  } finally {
    db.close();
  }
}

/** @returns the site's secret */
export async function secretOf(DATA_DIR: string): Promise<string> {
  const documents = openSqliteDocuments(join(DATA_DIR, "site.db"), { readOnly: true });
  const secret = await createSiteSecret(documents)();
  documents.close();
  return secret;
}

/** @returns the status and the body of /healthz */
export async function health(url: string) {
  const response = await fetch(`${url}/healthz`);
  const body = (await response.json()) as { health: string; backup: { last: string | null; state: string } };
  return { status: response.status, ...body };
}
