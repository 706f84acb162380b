import type { Inbox } from "#ports/inbox.ts";

/**
 * What another process does with an inbox. It says what it was told by the store, line by line, only once the store has
 * returned.
 * @param tache `deposer COUNT` or `livrer`
 */
export async function travailler(inbox: Inbox, [tache, nombre]: string[]): Promise<void> {
  const dire = (ligne: string) => process.stdout.write(`${ligne}\n`);

  if (tache === "deposer")
    for (let i = 0; i < Number(nombre); i++) {
      const contenu = { nom: "Léo", email: "leo@exemple.ch", sujet: "Salut", message: `Message ${i}` };
      const { entree, nouvelle } = await inbox.add({ type: "message", contenu }, new Date());
      dire(`${nouvelle ? "nouvelle" : "connue"} ${entree.id}`);
    }

  if (tache === "livrer") {
    for (let prises = 1; prises > 0; ) {
      const entrees = await inbox.claimDue(new Date(), 3_600_000, 3);
      for (const { id } of entrees) dire(`prise ${id}`);
      prises = entrees.length;
    }
  }
}
