import { type ComponentProps, useMemo, useState } from "react";
import sansImage from "#app/images/evenement-sans-image.svg";
import type { Saisie } from "#domain/champs.ts";
import { ANNEES, estJour, MOIS, moisEnFrancais } from "#domain/dates.ts";
import { ETATS, type Etat, type Jours } from "#domain/evenement.ts";
import { dateOf, schemaEvenement } from "#domain/evenement-form.ts";
import { Champ, ChampChoix } from "./champ.tsx";
import { DepotImage } from "./depot-image.tsx";
import { EmptiableField } from "./emptiable-field.tsx";
import { FicheComite, useApercu } from "./fiche-comite.tsx";
import { Lieu } from "./lieu.tsx";
import { EtatEvenement, JoursEvenement } from "./moment-evenement.tsx";
import { Options } from "./options.tsx";
import { PosterPreview } from "./poster-preview.tsx";

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

/** What the fields about its time say where nobody has said anything. */
const WHEN = { mois: "01", annee: "", Du: "", Au: "", Heure: "" };

/** When the event takes place, as the fields say it. */
const joursDe = ({ annee, mois, Du, Au, Heure }: Record<keyof typeof WHEN, string>): Jours => ({
  Date: dateOf(annee, mois),
  Du,
  Au,
  Heure,
});

type Preview = ReturnType<typeof useApercu<Record<"Nom" | "Lieu" | "Etat" | keyof typeof WHEN, string>>>;

/** Month and year, and where they are known days and hour. @param known the event is edited */
function When({ depart, preview, known }: { depart: Saisie; preview: Preview; known: boolean }) {
  const { valeurs, suivre, put } = preview;
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
  return (
    <fieldset className="groupe pleine">
      <legend>Quand&nbsp;?</legend>
      <ChampChoix nom="mois" libelle="Mois" {...suivre("mois")}>
        <Options choices={MONTHS} held={[depart.mois, preview.depart.mois]} />
      </ChampChoix>
      <Champ
        nom="annee"
        libelle="Année"
        type="number"
        inputMode="numeric"
        min={ANNEES.min}
        max={ANNEES.max}
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
      {known && (
        <ChampChoix nom="Etat" libelle="État" {...suivre("Etat")}>
          <Options choices={STATES} held={[depart.Etat, preview.depart.Etat]} />
        </ChampChoix>
      )}
      <p className="champ__aide pleine" id="jours-aide">
        Jours et heure facultatifs. Sans eux, l’affiche annonce seulement «&nbsp;{moisEnFrancais(joursDe(valeurs).Date)}
        &nbsp;». Pour un seul jour, remplissez «&nbsp;Du&nbsp;».
      </p>
    </fieldset>
  );
}

/** The card as the planning will show it. */
const Card = ({ valeurs, image }: Pick<Preview, "valeurs"> & { image: string }) => (
  <div className="evenement">
    <PosterPreview src={image} />
    <p className="evenement__date">{moisEnFrancais(joursDe(valeurs).Date)}</p>
    <JoursEvenement evenement={joursDe(valeurs)} />
    <h3>{valeurs.Nom || "Nom de l’événement"}</h3>
    <EtatEvenement etat={valeurs.Etat as Etat} />
    <Lieu>{valeurs.Lieu || "Lieu"}</Lieu>
  </div>
);

/** The event form (SPEC.md section 2): an image on creation only, and required there. */
export function FicheEvenement({ depart, image, reponse, version }: Props) {
  const { Nom = "", Lieu: lieu = "", Etat = "", AfterMovie = "", ...typed } = reponse.saisie ?? depart;
  const { mois = WHEN.mois, annee = WHEN.annee, Du = WHEN.Du, Au = WHEN.Au, Heure = WHEN.Heure } = typed;
  const preview = useApercu({ Nom, mois, annee, Lieu: lieu, Du, Au, Heure, Etat });
  const [choisie, setChoisie] = useState<string | null>(null);
  const { mois: keptMonth = "", annee: keptYear = "", Etat: keptState = "" } = depart;
  const schema = useMemo(
    () => schemaEvenement({ Date: dateOf(keptYear, keptMonth), Etat: keptState as Etat }),
    [keptYear, keptMonth, keptState],
  );
  const known = version !== undefined;
  return (
    <FicheComite
      pendant={known ? "Mise à jour en cours..." : "Chargement en cours..."}
      retour="/planning"
      reponse={reponse}
      version={version}
      schema={schema}
      champs={
        <>
          <Champ pleine nom="Nom" libelle="Nom de l’événement" autoComplete="off" {...preview.suivre("Nom")} />
          <When depart={depart} preview={preview} known={known} />
          <Champ pleine nom="Lieu" libelle="Lieu" autoComplete="off" {...preview.suivre("Lieu")} />
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
          {!known && (
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
      apercu={<Card valeurs={preview.valeurs} image={choisie ?? image ?? sansImage} />}
    />
  );
}
