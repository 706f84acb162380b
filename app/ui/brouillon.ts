/**
 * What somebody has typed into a form survives a look at another page of the site: it stays in the tab's own memory
 * (sessionStorage), is put back when the form opens again, and goes when the form is sent, emptied or the tab closed.
 */
import { type RefObject, useEffect } from "react";

type Champ = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;
type Valeurs = Record<string, string>;

const estCoche = (champ: Champ): champ is HTMLInputElement =>
  champ instanceof HTMLInputElement && champ.type === "checkbox";

/** The fields that a person fills in: those with a label of their own and no trap for robots. */
const champsDe = (form: HTMLFormElement) =>
  [...form.elements].filter((e): e is Champ => "labels" in e && "defaultValue" in e && (e as Champ).name !== "hp");

/** Whether nobody has touched a field since the page came. */
const intact = (champ: Champ) =>
  estCoche(champ)
    ? champ.checked === champ.defaultChecked
    : champ.value === (champ as HTMLInputElement | HTMLTextAreaElement).defaultValue;

/** A browser may refuse its storage altogether; the form works without it. */
function lire(cle: string): Valeurs {
  try {
    return JSON.parse(sessionStorage.getItem(cle) ?? "{}") as Valeurs;
  } catch {
    return {};
  }
}

function ecrire(cle: string, valeurs: Valeurs): void {
  try {
    if (Object.keys(valeurs).length === 0) sessionStorage.removeItem(cle);
    else sessionStorage.setItem(cle, JSON.stringify(valeurs));
  } catch {}
}

function garder(cle: string, form: HTMLFormElement): void {
  const champs = champsDe(form);
  // A field that is not shown yet still waits for its part.
  const valeurs = lire(cle);
  for (const champ of champs) delete valeurs[champ.name];
  for (const champ of champs)
    if (!intact(champ)) valeurs[champ.name] = estCoche(champ) ? String(champ.checked) : champ.value;
  ecrire(cle, valeurs);
}

function remettre(cle: string, form: HTMLFormElement): void {
  const valeurs = lire(cle);
  for (const champ of champsDe(form)) {
    const valeur = valeurs[champ.name];
    if (valeur === undefined || !intact(champ)) continue;
    if (estCoche(champ)) champ.checked = valeur === "true";
    else champ.value = valeur;
  }
}

/**
 * Keeps a draft of a form. A reset of the form forgets it.
 * @param cle name of the form in the tab's memory
 * @param apparu changes when another field appears, which then gets its part of the draft
 */
export function useBrouillon(cle: string, formRef: RefObject<HTMLFormElement | null>, apparu?: unknown): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs again when a field appears
  useEffect(() => {
    const form = formRef.current;
    if (!form) return;
    remettre(cle, form);
    // What was typed before script arrived is worth keeping as well.
    garder(cle, form);
    const surSaisie = () => garder(cle, form);
    const surRemiseAZero = () => ecrire(cle, {});
    form.addEventListener("input", surSaisie);
    form.addEventListener("reset", surRemiseAZero);
    return () => {
      form.removeEventListener("input", surSaisie);
      form.removeEventListener("reset", surRemiseAZero);
    };
  }, [cle, formRef, apparu]);
}
