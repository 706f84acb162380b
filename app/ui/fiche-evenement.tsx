import { type ComponentProps, useState } from "react";
import sansImage from "#app/images/evenement-sans-image.svg";
import type { Saisie } from "#domain/champs.ts";
import { ANNEES, estJour, MOIS, moisEnFrancais } from "#domain/dates.ts";
import { dateOf, ETATS, type Etat, type Jours, LIMITE_NOM, refusDesJours } from "#domain/evenement.ts";
import { Champ, ChampChoix } from "./champ.tsx";
import { DepotImage } from "./depot-image.tsx";
import { EmptiableField } from "./emptiable-field.tsx";
import { FicheComite, useApercu } from "./fiche-comite.tsx";
import { Lieu } from "./lieu.tsx";
import { EtatEvenement, JoursEvenement } from "./moment-evenement.tsx";
import { Options } from "./options.tsx";
import { PosterPreview } from "./poster-preview.tsx";
import { tropLongs } from "./trop-longs.ts";

const MONTHS = MOIS.map(({ numero, nom }) => ({ value: numero, label: nom }));
const STATES = [
  { value: "", label: "Comme prévu" },
  ...Object.entries(ETATS).map(([value, label]) => ({ value, label })),
];

type Props = {
  /** What the fields say at first. */
  depart: Saisie;
  /** The stored image of an event that is edited; null for none. */
  image: string | null;
} & Pick<ComponentProps<typeof FicheComite>, "reponse" | "version">;

/** When the event takes place, as the fields say it. */
const joursDe = (valeur: (champ: "mois" | "annee" | "Du" | "Au" | "Heure") => string): Jours => ({
  Date: dateOf(valeur("annee"), valeur("mois")),
  Du: valeur("Du"),
  Au: valeur("Au"),
  Heure: valeur("Heure"),
});

/** The event form (SPEC.md section 2): an image on creation only, and required there. */
export function FicheEvenement({ depart, image, reponse, version }: Props) {
  const { Nom = "", mois = "01", annee = "", Lieu: lieu = "", AfterMovie = "" } = reponse.saisie ?? depart;
  const { Du = "", Au = "", Heure = "", Etat = "" } = reponse.saisie ?? depart;
  const { valeurs, suivre, put } = useApercu({ Nom, mois, annee, Lieu: lieu, Du, Au, Heure, Etat });
  const jours = joursDe((champ) => valeurs[champ]);
  const whenField = (nom: "Du" | "Au" | "Heure") => ({
    nom,
    decritPar: "jours-aide",
    filled: valeurs[nom] !== "",
    ...suivre(nom),
  });
  /** The month of an exact day goes without saying. */
  function followFirstDay(day: string) {
    const [year = "", month = ""] = day.split("-");
    if (!estJour(day) || Number(year) < ANNEES.min || Number(year) > ANNEES.max) return;
    put("annee", year);
    put("mois", month);
  }
  const [choisie, setChoisie] = useState<string | null>(null);
  return (
    <FicheComite
      pendant={version === undefined ? "Chargement en cours..." : "Mise à jour en cours..."}
      retour="/planning"
      reponse={reponse}
      version={version}
      verifier={(saisie) => ({
        ...tropLongs(saisie, { Nom: LIMITE_NOM, Lieu: LIMITE_NOM }),
        ...refusDesJours(joursDe((champ) => String(saisie.get(champ) ?? ""))),
      })}
      champs={
        <>
          <Champ pleine nom="Nom" libelle="Nom de l’événement" autoComplete="off" required {...suivre("Nom")} />
          <fieldset className="groupe pleine">
            <legend>Quand&nbsp;?</legend>
            <ChampChoix nom="mois" libelle="Mois" {...suivre("mois")}>
              <Options choices={MONTHS} held={[depart.mois, mois]} />
            </ChampChoix>
            <Champ
              nom="annee"
              libelle="Année"
              type="number"
              inputMode="numeric"
              min={ANNEES.min}
              max={ANNEES.max}
              required
              {...suivre("annee")}
            />
            <EmptiableField
              {...whenField("Du")}
              libelle="Du"
              type="date"
              onChange={(event) => {
                suivre("Du").onChange(event);
                followFirstDay(event.currentTarget.value);
              }}
            />
            <EmptiableField {...whenField("Au")} libelle="Au" type="date" />
            <EmptiableField {...whenField("Heure")} libelle="Dès" type="time" />
            {version !== undefined && (
              <ChampChoix nom="Etat" libelle="État" {...suivre("Etat")}>
                <Options choices={STATES} held={[depart.Etat, Etat]} />
              </ChampChoix>
            )}
            <p className="champ__aide pleine" id="jours-aide">
              Jours et heure facultatifs. Sans eux, l’affiche annonce seulement «&nbsp;{moisEnFrancais(jours.Date)}
              &nbsp;». Pour un seul jour, remplissez «&nbsp;Du&nbsp;».
            </p>
          </fieldset>
          <Champ pleine nom="Lieu" libelle="Lieu" autoComplete="off" required {...suivre("Lieu")} />
          <Champ
            pleine
            nom="AfterMovie"
            libelle="Lien de l’after movie"
            inputMode="url"
            autoComplete="off"
            placeholder="https://"
            aide="Facultatif. Le bouton «&nbsp;Vers l'after movie&nbsp;» apparaît dès que le lien est rempli."
            defaultValue={AfterMovie}
          />
          {version === undefined && (
            <DepotImage
              nom="image"
              libelle="Image"
              invite="Déposez l’affiche ici"
              aide="ou choisissez un fichier, jusqu’à 25 Mo, format 5:4"
              requis
              retirer="Retirer l’image"
              onApercu={setChoisie}
              aRechoisir={reponse.saisie !== undefined}
            />
          )}
        </>
      }
      apercu={
        <div className="evenement">
          <PosterPreview src={choisie ?? image ?? sansImage} />
          <p className="evenement__date">{moisEnFrancais(jours.Date)}</p>
          <JoursEvenement evenement={jours} />
          <h3>{valeurs.Nom || "Nom de l’événement"}</h3>
          <EtatEvenement etat={valeurs.Etat as Etat} />
          <Lieu>{valeurs.Lieu || "Lieu"}</Lieu>
        </div>
      }
    />
  );
}
