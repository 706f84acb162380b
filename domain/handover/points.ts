/** The points of « Passer la main » that only people can do. They become tasks of the association. */

import { monthsBefore } from "#domain/dates.ts";
import { isTaskDone, type Task, taskComparisonKey } from "#domain/dossier/task.ts";

export type HandoverPoint = {
  readonly title: string;
  /** Text of the task. */
  readonly text: string;
  /** Path of the page on which it is done. Empty: outside the site. */
  readonly href: string;
};

/** In the order of docs/guide-comite.md. */
export const HANDOVER_POINTS: readonly HandoverPoint[] = [
  point("Vérifier titulaire, IBAN, lien TWINT et réseaux", "/reglages#s-banque"),
  point("Traiter ou expliquer ce qui attend", "/a-faire"),
  point("Lire ensemble «\u00a0C’est où, qui sait\u00a0?\u00a0»", "/dossiers/association#qui-sait"),
  point("Changer les signatures à la banque"),
  point("Remettre les autorisations parentales signées"),
  point("Remettre clés et caisses"),
  point("Dire qui s’occupe du serveur, et comment joindre cette personne", "/reglages#webmaster"),
];

function point(title: string, href = ""): HandoverPoint {
  return { title, text: `Passer la main\u00a0: ${title.charAt(0).toLowerCase()}${title.slice(1)}`, href };
}

/** A point that was done longer ago was done for an earlier handover. */
const HANDOVER_MONTHS = 6;

/** `absent`: it is not a task yet, or was done for an earlier handover (`task` is that task). */
export type HandoverPointState = {
  readonly point: HandoverPoint;
  readonly is: "absent" | "open" | "done";
  readonly task: Task | null;
};

/** @param tasks of the association, also done ones */
export const handoverPointStates = (tasks: readonly Task[], now: Date): HandoverPointState[] =>
  HANDOVER_POINTS.map((point) => {
    const task = tasks.find((each) => taskComparisonKey(each) === taskComparisonKey(point)) ?? null;
    return { point, task, is: task === null ? "absent" : stateOfTask(task, now) };
  });

function stateOfTask(task: Task, now: Date): HandoverPointState["is"] {
  if (!isTaskDone(task)) return "open";
  return task.doneAt < monthsBefore(now, HANDOVER_MONTHS).toISOString() ? "absent" : "done";
}
