import type { ReactNode } from "react";
import { useNavigation } from "react-router";
import type { Saisie } from "#domain/champs.ts";
import { ANNEES } from "#domain/dates.ts";
import { LIBELLES_REGLAGES as LIBELLES, LONGUEURS_REGLAGES, type Reglages, schemaReglages } from "#domain/reglages.ts";
import { MOIS_DE_CONSERVATION } from "#domain/setting-fields.ts";
import { Adresses } from "./adresses.tsx";
import { Champ } from "./champ.tsx";
import { ExampleField } from "./example-field.tsx";
import { Formulaire } from "./formulaire.tsx";
import { PhotoDeGroupe } from "./photo-de-groupe.tsx";
import { SaveBar, type SaveBarProps } from "./settings-save-bar.tsx";
import { useToastPendant } from "./toast-pendant.ts";

type Props = Omit<SaveBarProps, "enCours"> & {
  /** What the fields say at first. */
  depart: Saisie;
  version: string;
  photo: string | null;
  /** Whether the addresses of mail stand here or elsewhere. */
  remise: "serveur" | "modeles" | "fichier";
  /** Stands in the section of the recipients. */
  essai: ReactNode;
  /** Says how it stands with the backups. */
  sauvegarde: ReactNode;
};

/** What the list of recipients is good for, by where the mail goes. */
const RECIPIENTS = {
  serveur: {
    aide: "Une adresse par ligne. Sans adresse, le courrier va à celles de la configuration du site.",
    vide: "Aucune adresse\u00a0: le courrier va à celles de la configuration du site.",
  },
  fichier: {
    aide: "Une adresse par ligne. La liste servira dès qu’un e-mail sera configuré.",
    vide: "Aucune adresse pour l’instant.",
  },
  modeles: {
    aide: "Cette liste ne compte pas avec EmailJS, qui écrit aux adresses inscrites dans ses modèles.",
    vide: "Aucune adresse ici\u00a0: EmailJS écrit à celles qui sont inscrites dans ses modèles.",
  },
} as const;

const SCHEMA = schemaReglages();

function Section({ id, titre, texte, children }: { id: string; titre: string; texte: string; children: ReactNode }) {
  return (
    <section aria-labelledby={id}>
      <header>
        <h2 id={id}>{titre}</h2>
        <p>{texte}</p>
      </header>
      <div className="formulaire formulaire--duo">{children}</div>
    </section>
  );
}

/** Asks for a provider and its country. @param a what is kept; empty: the committee is reminded */
const AideDuLieu = ({ quoi, a }: { quoi: string; a: string | undefined }) => (
  <>
    {!a && <b className="exemple">À compléter</b>} {quoi}, et dans quel pays, par exemple «&nbsp;Infomaniak,
    Suisse&nbsp;».
  </>
);

/** @returns what every field of the form has in common */
const fieldsOf =
  (saisie: Saisie) =>
  <Nom extends keyof Reglages>(nom: Nom) => ({
    nom,
    libelle: LIBELLES[nom],
    autoComplete: "off",
    defaultValue: saisie[nom],
  });

const LINK = { pleine: true, inputMode: "url", placeholder: "https://" } as const;
const NUMBER = { type: "number", inputMode: "numeric" } as const;

type SectionProps = { champ: ReturnType<typeof fieldsOf> };

/** Where money goes. */
const Money = ({ champ }: SectionProps) => (
  <>
    <Section id="s-banque" titre="Banque" texte="Pour le virement de la page des dons.">
      <Champ pleine {...champ("titulaire")} />
      <ExampleField pleine {...champ("iban")} spellCheck={false} />
      <Champ {...champ("street")} aide="Facultatif, comme le numéro." />
      <Champ {...champ("buildingNumber")} />
      <Champ {...champ("npa")} inputMode="numeric" />
      <Champ {...champ("lieu")} />
    </Section>
    <Section
      id="s-twint"
      titre="Twint"
      texte="Le bouton «&nbsp;Donner avec TWINT&nbsp;» disparaît si ce champ est vide."
    >
      <ExampleField {...champ("twint")} {...LINK} />
    </Section>
  </>
);

const Networks = ({ champ }: SectionProps) => (
  <Section id="s-reseaux" titre="Réseaux" texte="Les volets de la page d’accueil et la colonne de la page Contact.">
    <ExampleField {...champ("instagram")} {...LINK} placeholder="@nom ou https://" />
    <ExampleField {...champ("facebook")} {...LINK} />
    <ExampleField pleine {...champ("email")} type="email" inputMode="email" />
  </Section>
);

/** Who gets the mail of the site. */
const Recipients = ({ remise, depart, essai }: Pick<Props, "remise" | "essai"> & { depart: string | undefined }) => (
  <Section id="s-courrier" titre="Destinataires" texte="Qui reçoit les e-mails envoyés par le site.">
    {remise === "fichier" && (
      <p className="annonce pleine">
        <b>Personne ne reçoit d’e-mail.</b> Aucun e-mail n’est configuré (MAIL=outbox)&nbsp;: inscriptions et messages
        sont gardés ici, dans la boîte.
      </p>
    )}
    <Adresses nom="destinataires" libelle="Inscriptions et messages" {...RECIPIENTS[remise]} depart={depart ?? ""} />
    {essai}
  </Section>
);

/** How long entries stay, and what the privacy page says of where they are. @param kept the settings as they are */
const Privacy = ({ champ, kept }: SectionProps & { kept: Saisie }) => (
  <>
    <Section
      id="s-conservation"
      titre="Conservation"
      texte="Après combien de mois ce qui est traité s’efface tout seul."
    >
      <Champ {...champ("conservationInscriptions")} {...NUMBER} {...MOIS_DE_CONSERVATION} />
      <Champ {...champ("conservationMessages")} {...NUMBER} {...MOIS_DE_CONSERVATION} />
    </Section>
    <Section
      id="s-donnees"
      titre="Protection des données"
      texte="La loi demande de dire où vont les données. La page publique répète ces deux lignes telles quelles."
    >
      <Champ
        pleine
        {...champ("hebergement")}
        aide={<AideDuLieu quoi="Qui héberge le serveur du site" a={kept.hebergement} />}
      />
      <Champ
        pleine
        {...champ("messagerie")}
        aide={<AideDuLieu quoi="Chez qui arrivent les e-mails du comité" a={kept.messagerie} />}
      />
    </Section>
  </>
);

/** The settings form: sections with their title at the left, and a bar to save. */
export function FicheReglages(props: Props) {
  const { depart, version, photo, reponse, remise, essai, sauvegarde } = props;
  const { state, formMethod } = useNavigation();
  const enCours = state !== "idle" && formMethod === "POST";
  useToastPendant("reglages", "Mise à jour en cours...", enCours);
  const saisie = reponse.saisie ?? depart;
  const champ = fieldsOf(saisie);
  return (
    <Formulaire className="reglages" encType="multipart/form-data" erreurs={reponse.erreurs} schema={SCHEMA}>
      <input type="hidden" name="version" value={reponse.conflit?.version ?? version} />
      <Section id="s-planning" titre="Planning" texte="L’année affichée dans le titre de la page publique.">
        <Champ {...champ("annee")} {...NUMBER} min={ANNEES.min} max={ANNEES.max} />
      </Section>
      <Section
        id="s-groupe"
        titre="Photo de groupe"
        texte="La grande image de la page d’accueil, format 3:2, sujet au centre."
      >
        <PhotoDeGroupe
          photo={photo}
          description={saisie.photoDescription}
          longueurMax={LONGUEURS_REGLAGES.photoDescription}
          aRetirer={saisie.retirerPhoto === "on"}
          aRechoisir={saisie.photo !== undefined}
        />
      </Section>
      <Money champ={champ} />
      <Networks champ={champ} />
      <Recipients remise={remise} depart={saisie.destinataires} essai={essai} />
      <Privacy champ={champ} kept={depart} />
      <Section
        id="s-sauvegarde"
        titre="Sauvegarde"
        texte="La copie de tout ce que le site garde&nbsp;: inscriptions, messages, photos, comptes, réglages."
      >
        {sauvegarde}
      </Section>
      <SaveBar {...props} enCours={enCours} />
    </Formulaire>
  );
}
