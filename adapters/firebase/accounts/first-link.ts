/** The link to the first account, known to all instances: the next start of any of them replaces it. */
import { Timestamp } from "@google-cloud/firestore";
import { accept, type Result, refuse } from "#domain/result.ts";
import type { Authenticator, LinkRefusal, Session } from "#ports/authenticator.ts";
import { newLink } from "./account-links.ts";
import type { Parts } from "./committee-accounts.ts";
import type { Kept } from "./committee-document.ts";
import { fingerprintOf } from "./kept-account.ts";
import { canEnter } from "./manage-accounts.ts";
import { REPLACING_MS, requireLength } from "./manage-passwords.ts";

/** Where it is kept among the accounts. The provider has none of this id, so that it is nobody's link. */
const FIRST = "first-link";

type WithFirstLink = Pick<Authenticator, "issueFirstLink" | "readFirstLink" | "acceptFirstLink">;

export function firstLink(
  { committee, kept, now }: Parts,
  { invite, acceptLink }: Pick<Authenticator, "invite" | "acceptLink">,
): WithFirstLink {
  const someoneEnters = async (all: Kept) => (await committee.all()).some((one) => canEnter(one, all));

  async function read(all: Kept, token: string): Promise<Result<null, LinkRefusal>> {
    const link = all.get(FIRST)?.link;
    if (link?.fingerprint !== fingerprintOf(token) || (await someoneEnters(all))) return refuse("unknown");
    return link.expiresAt.toDate() <= now() ? refuse("expired") : accept(null);
  }

  /** Keeps it from everybody else while an account is made. */
  const claim = (token: string) =>
    kept.change(async (all, put) => {
      const link = await read(all, token);
      if (!link.ok) return link;
      if ((all.get(FIRST)?.changingUntil?.toMillis() ?? 0) > now().getTime()) return refuse("unknown" as const);
      put(FIRST, { changingUntil: Timestamp.fromMillis(now().getTime() + REPLACING_MS) });
      return link;
    });

  async function make(email: string, password: string, device: string): Promise<Session | null> {
    const link = await invite(email, { lastsMs: REPLACING_MS });
    const outcome = link && (await acceptLink(link.token, password, device));
    return outcome?.ok ? outcome.value : null;
  }

  return {
    issueFirstLink: (lastsMs) =>
      kept.change(async (all, put) => {
        if (await someoneEnters(all)) return null;
        const { token, expiresAt, link } = newLink(now(), "invitation", lastsMs);
        put(FIRST, { link, changingUntil: null });
        return { token, expiresAt };
      }),

    readFirstLink: async (token) => read(await kept.all(), token),

    async acceptFirstLink(token, email, password, device = "") {
      requireLength(password);
      const claimed = await claim(token);
      if (!claimed.ok) return claimed;
      let session: Session | null = null;
      try {
        session = await make(email, password, device);
      } finally {
        await kept.change((_, put) => put(FIRST, session ? null : { changingUntil: null }));
      }
      return session ? accept(session) : refuse("taken");
    },
  };
}
