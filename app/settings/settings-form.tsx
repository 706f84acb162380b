import { type ComponentProps, type ReactNode, useState } from "react";
import { Link } from "react-router";
import { useLoadingToast } from "#app/layout/toasts/show-toast.ts";
import { CheckboxField, Field, SelectField } from "#app/ui/form/field.tsx";
import { CheckedForm } from "#app/ui/form/form.tsx";
import { YEAR_RANGE } from "#domain/dates.ts";
import { CHECKBOX_VALUE, type TypedValues } from "#domain/fields.ts";
import { type ExampleSetting, isExampleValue } from "#domain/settings/example-settings.ts";
import { RETENTION_MONTHS } from "#domain/settings/setting-fields.ts";
import {
  FORM_OF_ADDRESS_LABELS,
  firstDayOfMonthInFrench,
  SETTINGS_LABELS,
  type Settings,
  settingsSchema,
} from "#domain/settings/settings.ts";
import { EmailListField } from "./email-list-field.tsx";
import { GroupPhotoField } from "./group-photo-field.tsx";
import { type SaveBarProps, SettingsSaveBar } from "./save-bar.tsx";
import { SettingsSection } from "./settings-sections.tsx";

type Props = Omit<SaveBarProps, "pending"> & {
  initial: TypedValues;
  version: string;
  photo: string | null;
  delivery: "server" | "templates" | "file";
  /** French sentence that says whom to ask if mail cannot be sent. */
  askAboutMail: string;
  testMail: ReactNode;
  health: ReactNode;
  /** `slug` is in the URL of the text's page. */
  texts: readonly { readonly slug: string; readonly name: string }[];
};

const RECIPIENTS = {
  server: {
    hint: "Une adresse par ligne. Sans adresse, le courrier va à celles prévues à l’installation du site.",
    empty: "Aucune adresse\u00a0: le courrier va à celles prévues à l’installation du site.",
  },
  file: {
    hint: "Une adresse par ligne. La liste servira dès que le site aura une messagerie.",
    empty: "Aucune adresse pour l’instant.",
  },
  templates: {
    hint: "Cette liste ne compte pas\u00a0: le courrier va aux adresses inscrites chez EmailJS, qui l’envoie.",
    empty: "Aucune adresse ici\u00a0: le courrier va à celles inscrites chez EmailJS, qui l’envoie.",
  },
} as const;

const SCHEMA = settingsSchema();

const ProviderHint = ({ what, stored }: { what: string; stored: string | undefined }) => (
  <>
    {!stored && <b className="example">À compléter</b>} {what}, et dans quel pays, par exemple «&nbsp;Infomaniak,
    Suisse&nbsp;».
  </>
);

const fieldsOf =
  (typed: TypedValues) =>
  <Name extends keyof Settings>(name: Name) => ({
    name,
    label: SETTINGS_LABELS[name],
    autoComplete: "off",
    defaultValue: typed[name],
  });

type ExampleFieldProps = Omit<ComponentProps<typeof Field>, "name" | "defaultValue"> & {
  name: ExampleSetting;
  defaultValue: string | undefined;
};

function ExampleField({ name, defaultValue, ...field }: ExampleFieldProps) {
  const [example, setExample] = useState(isExampleValue(name, defaultValue ?? ""));
  return (
    <Field
      {...field}
      name={name}
      defaultValue={defaultValue}
      hint={example ? <b className="example">Exemple, à remplacer</b> : field.hint}
      onChange={(event) => setExample(isExampleValue(name, event.currentTarget.value))}
    />
  );
}

const LINK = { fullWidth: true, inputMode: "url", placeholder: "https://" } as const;
const NUMBER = { type: "number", inputMode: "numeric" } as const;

type SectionProps = { field: ReturnType<typeof fieldsOf> };

/** settings.css hides the year while « automatic » is ticked: the site then ignores the year. */
const PlanningYear = ({ field, isAutomatic }: SectionProps & { isAutomatic: boolean }) => (
  <>
    <Field {...field("planningYear")} {...NUMBER} min={YEAR_RANGE.min} max={YEAR_RANGE.max} />
    <div className="full">
      <CheckboxField
        name="planningYearAutomatic"
        label={SETTINGS_LABELS.planningYearAutomatic}
        describedBy="annee-automatique"
        defaultChecked={isAutomatic}
      />
      <p className="field__hint" id="annee-automatique">
        Le planning montre alors l’année en cours. Dès que tout y est passé et que la suivante a un événement publié, il
        montre la suivante.
      </p>
    </div>
  </>
);

const Money = ({ field }: SectionProps) => (
  <>
    <SettingsSection id="s-banque" text="Pour le virement de la page des dons.">
      <Field fullWidth {...field("holder")} />
      <ExampleField fullWidth {...field("iban")} spellCheck={false} />
      <Field {...field("street")} hint="Facultatif, comme le numéro." />
      <Field {...field("buildingNumber")} />
      <Field {...field("postcode")} inputMode="numeric" />
      <Field {...field("place")} />
      <SelectField fullWidth {...field("feeEntryMonth")}>
        {Array.from({ length: 12 }, (_, i) => (
          <option key={firstDayOfMonthInFrench(i + 1)} value={i + 1}>
            {firstDayOfMonthInFrench(i + 1)}
          </option>
        ))}
      </SelectField>
      <Field
        {...field("annualFee")}
        inputMode="decimal"
        hint="En francs, par année. La charte, l’inscription, les textes et la QR-facture la suivent."
      />
    </SettingsSection>
    <SettingsSection id="s-twint" text="Le bouton «&nbsp;Donner avec TWINT&nbsp;» disparaît si ce champ est vide.">
      <ExampleField {...field("twint")} {...LINK} />
    </SettingsSection>
  </>
);

const Networks = ({ field }: SectionProps) => (
  <SettingsSection id="s-reseaux" text="Les volets de la page d’accueil et la colonne de la page Contact.">
    <ExampleField {...field("instagram")} {...LINK} placeholder="@nom ou https://" />
    <ExampleField {...field("facebook")} {...LINK} />
    <ExampleField fullWidth {...field("email")} type="email" inputMode="email" />
    <Field
      fullWidth
      {...field("eveningPhone")}
      type="tel"
      inputMode="tel"
      hint="Facultatif. Public, sur la page Contact, pour une urgence pendant une fête&nbsp;: demandez d’abord à la personne qui répondra."
    />
  </SettingsSection>
);

type RecipientsProps = Pick<Props, "delivery" | "testMail" | "askAboutMail"> & { initial: string | undefined };

const Recipients = ({ delivery, initial, testMail, askAboutMail }: RecipientsProps) => (
  <SettingsSection id="s-courrier" text="Qui reçoit les e-mails envoyés par le site.">
    {delivery === "file" && (
      <p className="notice full">
        <b>Personne ne reçoit d’e-mail.</b> Le site n’a pas encore de messagerie&nbsp;: inscriptions et messages sont
        gardés ici, dans la boîte. {askAboutMail}
      </p>
    )}
    <EmailListField
      name="recipients"
      label="Inscriptions et messages"
      {...RECIPIENTS[delivery]}
      initial={initial ?? ""}
    />
    {testMail}
  </SettingsSection>
);

const Privacy = ({ field, stored }: SectionProps & { stored: TypedValues }) => (
  <>
    <SettingsSection
      id="s-conservation"
      text="Après combien de mois ce qui est traité, ou parti, va à la corbeille, puis s’efface."
    >
      <Field {...field("inscriptionRetentionMonths")} {...NUMBER} {...RETENTION_MONTHS} />
      <Field {...field("messageRetentionMonths")} {...NUMBER} {...RETENTION_MONTHS} />
      <Field {...field("leftRetentionMonths")} {...NUMBER} {...RETENTION_MONTHS} hint="Depuis le départ." />
    </SettingsSection>
    <SettingsSection
      id="s-donnees"
      text="La loi demande de dire où vont les données. La page publique répète ces deux lignes telles quelles."
    >
      <Field
        fullWidth
        {...field("hosting")}
        hint={<ProviderHint what="Qui héberge le serveur du site" stored={stored.hosting} />}
      />
      <Field
        fullWidth
        {...field("mailHosting")}
        hint={<ProviderHint what="Chez qui arrivent les e-mails du comité" stored={stored.mailHosting} />}
      />
    </SettingsSection>
  </>
);

export function SettingsForm(props: Props) {
  const { initial, version, photo, result, delivery, testMail, askAboutMail, health } = props;
  const pending = useLoadingToast("reglages");
  const typed = result.typed ?? initial;
  const field = fieldsOf(typed);
  return (
    <CheckedForm
      className="settings"
      encType="multipart/form-data"
      errors={result.errors}
      schema={SCHEMA}
      preventScrollReset
    >
      <input type="hidden" name="version" value={result.conflict?.version ?? (version || result.typed?.version)} />
      <SettingsSection
        id="s-planning"
        text="L’année que montre la page publique. Les autres restent, chacune sur sa page."
      >
        <PlanningYear field={field} isAutomatic={typed.planningYearAutomatic === CHECKBOX_VALUE} />
      </SettingsSection>
      <SettingsSection
        id="s-groupe"
        text="La grande image de la page d’accueil&nbsp;: en largeur, avec tout le monde au centre."
      >
        <GroupPhotoField
          photo={photo}
          description={typed.photoDescription}
          toBeRemoved={typed.removePhoto === "on"}
          chooseAgain={typed.photo !== undefined}
        />
        <Field
          {...field("rjvThanksUntil")}
          type="date"
          hint="Les mots et la cocarde de la page d’accueil. Vide&nbsp;: ils n’y sont plus."
        />
        <CheckboxField
          name="rjvHidden"
          label={SETTINGS_LABELS.rjvHidden}
          defaultChecked={typed.rjvHidden === CHECKBOX_VALUE}
        />
      </SettingsSection>
      <Recipients delivery={delivery} initial={typed.recipients} testMail={testMail} askAboutMail={askAboutMail} />
      <SettingsSection id="s-textes" text="Ce que disent les pages, dans vos mots.">
        <ul role="list" className="addresses full">
          {props.texts.map(({ slug, name }) => (
            <li key={slug}>
              <Link className="strong-link" to={`/textes/${slug}`}>
                {name}
              </Link>
            </li>
          ))}
        </ul>
        <SelectField
          fullWidth
          {...field("memberAddress")}
          choices={FORM_OF_ADDRESS_LABELS}
          hint="Factures, rappels et bienvenue. Aux parents, toujours «&nbsp;vous&nbsp;»."
        />
      </SettingsSection>
      <Money field={field} />
      <Networks field={field} />
      <Privacy field={field} stored={initial} />
      <SettingsSection
        id="s-serveur"
        text="À qui demander quand la messagerie ou le serveur ne marche pas. Seul le comité lit ces deux lignes."
      >
        <Field {...field("webmaster")} />
        <Field {...field("webmasterPhone")} type="tel" inputMode="tel" />
      </SettingsSection>
      <SettingsSection
        id="sante"
        text="Ce que le site sait de lui-même. Il regarde tout chaque nuit, après la sauvegarde."
      >
        {health}
      </SettingsSection>
      <SettingsSaveBar {...props} pending={pending} />
    </CheckedForm>
  );
}
