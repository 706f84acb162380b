/** A document's id is a hash of the e-mail address. So no two identities share an address. */
import { createHash } from "node:crypto";
import PQueue from "p-queue";
import type { DocumentContent, Documents, StoredDocument, Transaction } from "#ports/documents.ts";
import type { Identity, IdentityProvider } from "#ports/identity.ts";
import { PasswordsBusy } from "#ports/identity.ts";
import { checkPassword, hashPassword } from "./password-hash.ts";

/** Maximum queue lengths. The committee's limit is higher, so that visitors cannot block the committee. */
const WAITING_MAX = { visitor: 16, committee: 32 } as const;

const queue = new PQueue({ concurrency: 1 });

async function queued<T>(caller: keyof typeof WAITING_MAX, work: () => Promise<T>): Promise<T> {
  if (queue.pending > 0 && queue.size >= WAITING_MAX[caller]) throw new PasswordsBusy();
  return (await queue.add(work, { priority: caller === "committee" ? 1 : 0 })) as T;
}

const IDENTITIES = "identities";

export function createScryptIdentities(documents: Documents): IdentityProvider {
  return {
    // Read, check and rehash in one task, so that concurrent sign-ins do not rehash twice.
    verify: (email, password, waiting) =>
      queued(waiting, async () => {
        const found = await documents.get(IDENTITIES, nameOf(email));
        const hash = hashIn(found);
        const { right, renewed } = await checkPassword(hash, password);
        if (!right || !found) return null;
        const id = String(found.content.account);
        if (renewed)
          await change(documents, id, (transaction, now) => {
            if (hashIn(now) === hash) transaction.update(IDENTITIES, now.id, { password: renewed });
          });
        return id;
      }),

    async find(id) {
      const [found] = await documents.query(IDENTITIES, ofId(id));
      return found ? identityOf(found.content) : null;
    },

    async findHolder(email) {
      const found = await documents.get(IDENTITIES, nameOf(email));
      return found && { id: String(found.content.account), isStranger: false };
    },

    list: async () => (await documents.query(IDENTITIES)).map(({ content }) => identityOf(content)),

    async create(id, email, password) {
      const hash = await hashOf(password);
      return documents.transaction(async (transaction) => {
        const held = await transaction.get(IDENTITIES, nameOf(email));
        if (!held) transaction.create(IDENTITIES, nameOf(email), { account: id, email, password: hash });
        else if (held.content.account === id) transaction.update(IDENTITIES, held.id, { password: hash });
        return !held || held.content.account === id;
      });
    },

    async setPassword(id, password) {
      const hash = await hashOf(password);
      const found = await change(documents, id, (transaction, { id: name }) =>
        transaction.update(IDENTITIES, name, { password: hash }),
      );
      return found && identityOf({ ...found.content, password: hash });
    },

    async revoke() {},

    async remove(id) {
      await change(documents, id, (transaction, { id: name }) => transaction.delete(IDENTITIES, name), true);
    },
  };
}

const ofId = (id: string) => ({ where: { field: "account", equals: id } });

const change = (
  documents: Documents,
  id: string,
  write: (transaction: Transaction, found: StoredDocument) => void,
  erases = false,
): Promise<StoredDocument | null> =>
  documents.transaction(
    async (transaction) => {
      const [found] = await transaction.query(IDENTITIES, ofId(id));
      if (found) write(transaction, found);
      return found ?? null;
    },
    { erases },
  );

const nameOf = (email: string): string => createHash("sha256").update(email).digest("base64url");

function hashIn(document: StoredDocument | null): string | null {
  const hash = document?.content.password;
  return typeof hash === "string" ? hash : null;
}

const hashOf = async (password: string | null): Promise<string | null> =>
  password === null ? null : queued("committee", () => hashPassword(password));

const identityOf = ({ account, email, password }: DocumentContent): Identity => ({
  id: String(account),
  email: String(email),
  hasPassword: typeof password === "string",
  disabled: false,
  sessionsValidAfter: null,
  lastSignIn: null,
});
