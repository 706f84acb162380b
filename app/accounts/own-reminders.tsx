import LinkIcon from "#app/accounts/drawings/sign-link.svg?drawing";
import { ActionButton } from "#app/ui/action-button.tsx";
import { googleCalendarUrl, webcalUrl } from "#app/ui/calendar-urls.ts";
import { ConfirmButton } from "#app/ui/confirm-button.tsx";
import { CopyableUrl } from "#app/ui/copyable-address.tsx";
import { StateSwitch } from "#app/ui/state-switch.tsx";
import type { AccountsView } from "./accounts.server.ts";

type Props = { reminders: AccountsView["reminders"]; mailed: boolean };

/** How « À faire » reaches the person: a calendar, and the letter of Monday. */
export const OwnReminders = ({ reminders: { calendar, account, name, wantsToDoLetter }, mailed }: Props) => (
  <section className="own-reminders" id="rappels" aria-labelledby="own-reminders">
    <h2 id="own-reminders">Vos rappels</h2>
    <h3>Dans votre agenda</h3>
    <p>Les tâches ouvertes des dossiers, chacune à son jour. Ce qui est fait disparaît de l’agenda.</p>
    {calendar ? (
      <OwnCalendar address={calendar} />
    ) : (
      <ActionButton className="btn btn--small" action="/comptes" intention="make-calendar">
        <LinkIcon />
        Créer mon lien<span className="sr-only"> d’agenda</span>
      </ActionButton>
    )}
    <h3>Par e-mail</h3>
    {mailed ? (
      <>
        <p>Le lundi à 7&nbsp;h, quand quelque chose est en retard ou prévu dans les sept jours.</p>
        <StateSwitch
          isOn={wantsToDoLetter}
          label="L’e-mail du lundi"
          offLabel="Ne plus l’envoyer"
          on="letter-on"
          off="letter-off"
          action="/comptes"
          id={account}
          name={name}
        />
      </>
    ) : (
      <p>Ce site n’envoie pas d’e-mail aux comptes&nbsp;: il n’y a pas d’e-mail du lundi.</p>
    )}
  </section>
);

const OwnCalendar = ({ address }: { address: string }) => (
  <>
    <div className="row">
      <a className="btn btn--small" href={webcalUrl(address)}>
        Ajouter à mon agenda
      </a>
      <p>Sur iPhone, iPad et Mac</p>
    </div>
    <div className="row">
      <a
        className="btn btn--small btn--neige"
        href={googleCalendarUrl(address)}
        target="_blank"
        rel="noopener noreferrer"
      >
        Google Agenda<span className="sr-only">, s’abonner dans un nouvel onglet</span>
      </a>
      <p>Sur Android&nbsp;; les changements peuvent prendre un jour chez Google</p>
    </div>
    <p>
      Dans un autre agenda, collez l’adresse sous «&nbsp;S’abonner&nbsp;» ou «&nbsp;À partir de l’URL&nbsp;». Elle est à
      vous&nbsp;: ne la transmettez pas.
    </p>
    <CopyableUrl key={address} address={address} />
    <ConfirmButton
      dialogId="renouveler-agenda"
      verb="Renouveler le lien"
      icon={<LinkIcon />}
      name="de votre agenda"
      question="Renouveler ce lien&nbsp;?"
      fields={{ intention: "renew-calendar" }}
      action="/comptes"
    >
      <p>Le lien d’avant ne marche plus. Ajoutez le nouveau à votre agenda, et retirez l’ancien.</p>
    </ConfirmButton>
  </>
);
