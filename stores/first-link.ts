/** The link to the first account, known to all instances: the next start of any of them replaces it. */
import { accept, type Result, refuse } from "#domain/result.ts";
import type { Content, Documents } from "#ports/documents.ts";
import type { Authenticator, LinkRefusal, Session } from "#stores/account-types.ts";
import { canSignIn, decide, type Parts, readMembers, STATE } from "./account-document.ts";
import { newLink } from "./account-links.ts";
import { REPLACING_MS, requireLength } from "./account-passwords.ts";

/** The document: `fingerprint`, `expiresAt`, `changingUntil`. */
const FIRST = "first-link";

type Asked = {
  fingerprint: string;
  /** Somebody can sign in. */
  isOver: boolean;
  now: Date;
};

function read(content: Content | undefined, { fingerprint, isOver, now }: Asked): Result<null, LinkRefusal> {
  if (content?.fingerprint !== fingerprint || isOver) return refuse("unknown");
  return new Date(String(content.expiresAt)) <= now ? refuse("expired") : accept(null);
}

/** Deletes it when it was used up, and gives it back otherwise. */
const settle = (documents: Documents, fingerprint: string, isUsed: boolean): Promise<void> =>
  documents.transaction(async (transaction) => {
    const found = await transaction.get(STATE, FIRST);
    if (found?.content.fingerprint !== fingerprint) return;
    if (isUsed) transaction.delete(STATE, FIRST);
    else transaction.update(STATE, FIRST, { changingUntil: null });
  });

type WithFirstLink = Pick<Authenticator, "issueFirstLink" | "readFirstLink" | "acceptFirstLink">;

export function firstLink(
  parts: Parts,
  { invite, acceptLink }: Pick<Authenticator, "invite" | "acceptLink">,
): WithFirstLink {
  const { documents, fingerprintOf, now } = parts;
  const someoneEnters = async () => (await readMembers(parts)).some(canSignIn);

  /** Keeps it from everybody else while an account is made. */
  const claim = (fingerprint: string) =>
    decide(documents, someoneEnters, async (isOver, { transaction }) => {
      const found = await transaction.get(STATE, FIRST);
      const link = read(found?.content, { fingerprint, isOver, now: now() });
      if (!link.ok) return link;
      if (String(found?.content.changingUntil ?? "") > now().toISOString()) return refuse("unknown" as const);
      const until = new Date(now().getTime() + REPLACING_MS);
      transaction.update(STATE, FIRST, { changingUntil: until.toISOString() });
      return link;
    });

  return {
    async issueFirstLink(lastsMs) {
      const { token, expiresAt, fingerprint } = await newLink(parts, "invitation", lastsMs);
      return decide(documents, someoneEnters, async (isOver, { transaction }) => {
        const found = await transaction.get(STATE, FIRST);
        if (isOver) return null;
        const content = { fingerprint, expiresAt: expiresAt.toISOString() };
        if (found) transaction.replace(STATE, FIRST, content);
        else transaction.create(STATE, FIRST, content);
        return { token, expiresAt };
      });
    },

    async readFirstLink(token) {
      const fingerprint = await fingerprintOf(token);
      const [found, isOver] = await Promise.all([documents.get(STATE, FIRST), someoneEnters()]);
      return read(found?.content, { fingerprint, isOver, now: now() });
    },

    async acceptFirstLink(token, email, password, device = "") {
      requireLength(password);
      const fingerprint = await fingerprintOf(token);
      const claimed = await claim(fingerprint);
      if (!claimed.ok) return claimed;
      let session: Session | null = null;
      try {
        const link = await invite(email, { lastsMs: REPLACING_MS });
        const outcome = link && (await acceptLink(link.token, password, device));
        if (outcome?.ok) session = outcome.value;
      } finally {
        await settle(documents, fingerprint, session !== null);
      }
      return session ? accept(session) : refuse("taken");
    },
  };
}
