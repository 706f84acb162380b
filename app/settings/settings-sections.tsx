import type { ReactNode } from "react";
import type { Settings } from "#domain/settings/settings.ts";

type Field = keyof Settings | "photo";

/** Sorted by when the committee changes the settings in the course of a year. Rare changes come last. */
const SECTIONS = {
  "s-planning": { title: "Planning", fields: ["planningYear", "planningYearAutomatic"] },
  "s-groupe": { title: "Photo de groupe", fields: ["photo", "photoDescription", "rjvThanksUntil", "rjvHidden"] },
  "s-courrier": { title: "Destinataires", fields: ["recipients"] },
  "s-textes": { title: "Textes", fields: [] },
  "s-banque": {
    title: "Banque",
    fields: ["holder", "iban", "street", "buildingNumber", "postcode", "place", "annualFee", "feeEntryMonth"],
  },
  "s-twint": { title: "Twint", fields: ["twint"] },
  "s-reseaux": { title: "Réseaux", fields: ["instagram", "facebook", "email", "eveningPhone"] },
  "s-conservation": {
    title: "Conservation",
    fields: ["inscriptionRetentionMonths", "messageRetentionMonths", "leftRetentionMonths"],
  },
  "s-donnees": { title: "Protection des données", fields: ["hosting", "mailHosting"] },
  "s-serveur": { title: "Serveur", fields: ["webmaster", "webmasterPhone"] },
  sante: { title: "Santé du site", fields: [] },
} as const satisfies Record<string, { title: string; fields: readonly Field[] }>;

type SectionId = keyof typeof SECTIONS;

export function settingsSectionOf(changed: readonly string[]): string {
  const found = Object.entries(SECTIONS).find(([, { fields }]) => fields.some((field) => changed.includes(field)));
  return found ? `#${found[0]}` : "";
}

export const SettingsContents = () => (
  <nav className="settings-contents" aria-label="Sommaire">
    {Object.entries(SECTIONS).map(([id, { title }]) => (
      <a key={id} href={`#${id}`}>
        {title}
      </a>
    ))}
  </nav>
);

export const SettingsSection = ({ id, text, children }: { id: SectionId; text: string; children: ReactNode }) => (
  <section aria-labelledby={id}>
    <header>
      <h2 id={id}>{SECTIONS[id].title}</h2>
      <p>{text}</p>
    </header>
    <div className="form form--duo">{children}</div>
  </section>
);
