/**
 * Another instance at work on the inbox of a project. It says what it was told by the store, line by line, only once the
 * store has returned, and ends by itself. Usage: node inbox-firebase.worker.ts PROJECT deposer COUNT | PROJECT livrer
 */
import { openFirestore } from "#adapters/firebase/client.ts";
import { createInbox } from "#adapters/firebase/inbox.ts";

const [projectId = "", tache, nombre] = process.argv.slice(2);
const inbox = createInbox(openFirestore({ projectId }));
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
