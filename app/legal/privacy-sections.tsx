import type { ReactNode } from "react";
import { Link } from "react-router";
import { LINK_OPEN_DAYS } from "#domain/consent-form.ts";
import { MEMBER_PURPOSES, MESSAGE_DATA, SIGN_UP_DATA } from "#domain/data-processor.ts";
import { ACCOUNTS_YEARS } from "#domain/fees/fee.ts";
import { mailtoLink } from "#domain/fields.ts";
import { REVISION_MONTHS } from "#domain/history.ts";
import { JOURNAL_MONTHS } from "#domain/journal.ts";
import { BIN_DAYS } from "#domain/recycle-bin.ts";
import { MEMBER_FIELDS, MEMBER_LABELS } from "#domain/register/member.ts";
import type { Settings } from "#domain/settings/settings.ts";

const SECTIONS = {
  responsable: "Qui répond de vos données",
  donnees: "Ce que nous recueillons",
  mineurs: "Avant 18 ans",
  qui: "Qui y a accès",
  lieu: "Où elles se trouvent",
  duree: "Combien de temps",
  temoins: "Cookies et traces",
  photos: "Visages du comité et photos",
  droits: "Vos droits",
} as const;

export const PrivacyContents = () => (
  <nav aria-label="Sommaire">
    {Object.entries(SECTIONS).map(([id, title]) => (
      <a key={id} href={`#${id}`}>
        {title}
      </a>
    ))}
  </nav>
);

export function PrivacySection({ id, children }: { id: keyof typeof SECTIONS; children: ReactNode }) {
  return (
    <section id={id} aria-labelledby={`${id}-t`}>
      <h2 id={`${id}-t`}>{SECTIONS[id]}</h2>
      {children}
    </section>
  );
}

const DataList = ({ collected }: { collected: Record<string, { name: string; purpose: string }> }) => (
  <dl className="collected-data">
    {Object.entries(collected).map(([field, { name, purpose }]) => (
      <div key={field}>
        <dt>{name}</dt>
        <dd>{purpose}</dd>
      </div>
    ))}
  </dl>
);

export function Controller({ postcode, place, email }: Pick<Settings, "postcode" | "place" | "email">) {
  return (
    <PrivacySection id="responsable">
      <p>
        La Jeunesse de Savièse, association, {postcode} {place}, Suisse. Écrivez-nous{" "}
        {email && (
          <>
            à <a href={mailtoLink(email)}>{email}</a> ou{" "}
          </>
        )}
        par la page <Link to="/contact">Contact</Link>.
      </p>
      <p>
        Cette page vous informe comme le demande la loi fédérale sur la protection des données (art. 19 LPD, en vigueur
        depuis le 1<sup>er</sup> septembre 2023).
      </p>
    </PrivacySection>
  );
}

const MEMBER_DATA = Object.fromEntries(
  Object.values(MEMBER_PURPOSES).map((purpose) => {
    const fields = MEMBER_FIELDS.filter((field) => MEMBER_PURPOSES[field] === purpose);
    return [purpose, { name: fields.map((field) => MEMBER_LABELS[field]).join(", "), purpose }];
  }),
);

export function DataCollection() {
  return (
    <PrivacySection id="donnees">
      <p>Ce que vous écrivez dans l’un des deux formulaires et, pour les membres, ce que le comité note au registre.</p>
      <h3>À l’inscription</h3>
      <DataList collected={SIGN_UP_DATA} />
      <h3>Par le formulaire de contact</h3>
      <DataList collected={MESSAGE_DATA} />
      <p>
        Le jour et l’heure de l’envoi s’y ajoutent, et à l’inscription une marque si votre date de naissance est celle
        que le formulaire proposait, jusqu’à ce que le comité l’ait vérifiée.
      </p>
      <h3>Au registre des membres</h3>
      <DataList collected={MEMBER_DATA} />
      <p>
        S’y ajoutent vos cotisations (année, montant, paiements, remises et leur raison, envois de la facture), les
        assemblées où vous étiez présent·e, et ce que vous proposez par votre lien personnel, jusqu’à la décision du
        comité. Qui a ce lien voit votre fiche et vos cotisations&nbsp;: le comité le renouvelle quand vous voulez. Rien
        d’autre&nbsp;: ni publicité, ni vente, ni profilage.
      </p>
    </PrivacySection>
  );
}

type RetentionProps = Pick<
  Settings,
  "inscriptionRetentionMonths" | "messageRetentionMonths" | "leftRetentionMonths"
> & {
  /** Number of nightly backups that are kept. Null if a provider makes the backups. Undefined if unknown. */
  backups: number | null | undefined;
};

/** @returns null without backups, or if their number is unknown */
function backupSentence(backups: RetentionProps["backups"]): string | null {
  if (backups === null)
    return "Le prestataire qui conserve ces données en fait des sauvegardes\u00a0: elles le gardent encore pendant le temps que nous y avons fixé. Demandez-le-nous.";
  if (!backups) return null;
  return `Les sauvegardes du site, une par nuit, le gardent encore ${backups}\u00a0${backups > 1 ? "jours" : "jour"}, puis s’effacent à leur tour.`;
}

export function RetentionTimes(props: RetentionProps) {
  const { inscriptionRetentionMonths, messageRetentionMonths, leftRetentionMonths, backups } = props;
  return (
    <PrivacySection id="duree">
      <ul>
        <li>
          Une inscription reste {inscriptionRetentionMonths} mois après que le comité l’a traitée. Elle attend ensuite{" "}
          {BIN_DAYS} jours dans une corbeille, puis s’efface toute seule.
        </li>
        <li>
          Un message reste {messageRetentionMonths} mois après que le comité l’a traité. Il attend ensuite {BIN_DAYS}{" "}
          jours dans la même corbeille, puis s’efface tout seul.
        </li>
        <li>
          La fiche d’un membre reste tant qu’il est membre ou qu’il doit une cotisation, et {leftRetentionMonths} mois
          après son départ ou le dernier changement de la fiche. Elle attend ensuite {BIN_DAYS} jours dans la même
          corbeille, puis s’efface avec ses présences.
        </li>
        <li>Une liste de membres que le comité importe s’efface dès qu’elle est reprise au registre.</li>
        <li>
          Les comptes doivent garder les paiements {ACCOUNTS_YEARS} ans après la fin de leur année (art. 958f CO)&nbsp;:
          le nom, les montants, les dates, le moyen et la référence de la banque, même si tout le reste est effacé. Puis
          cela s’efface tout seul.
        </li>
        <li>Ce qui n’est pas encore traité reste jusqu’à ce que ce soit fait.</li>
        <li>
          Ce que le comité supprime à la main attend aussi {BIN_DAYS} jours dans cette corbeille, visible de lui seul,
          au cas où c’était une erreur, puis s’efface. Demandez-le, et nous l’effaçons tout de suite.
        </li>
      </ul>
      <p>Ce qui s’efface disparaît tout de suite de ce site. {backupSentence(backups)}</p>
      <p>
        Pour s’y retrouver entre eux, les membres du comité voient pendant {JOURNAL_MONTHS} mois qui d’entre eux a fait
        quoi (un journal, qui ne retient ni votre nom ni votre adresse), et pendant {REVISION_MONTHS} mois les anciennes
        versions des fiches du comité et des membres, des événements et des réglages.
      </p>
      <p>
        Ces délais valent pour ce site. Un e-mail que le comité a reçu, une liste qu’il a exportée, une liste signée à
        l’assemblée ou une copie de sauvegarde rangée ailleurs peuvent vivre plus longtemps&nbsp;: demandez-nous, nous
        les effaçons aussi.
      </p>
    </PrivacySection>
  );
}

/** @param behindProxy true if a reverse proxy is in front of the site; the proxy may have a log of its own */
export function Cookies({ behindProxy }: { behindProxy: boolean }) {
  return (
    <PrivacySection id="temoins">
      <p>
        Aucun cookie n’est posé chez les visiteurs, rien n’est mesuré, et aucune page ne charge quoi que ce soit d’un
        autre site. Instagram, Facebook et TWINT n’apprennent votre visite que si vous suivez leur lien. Seul le comité
        reçoit, à la connexion, un cookie de session, un autre qui retient pour un jour ce qu’il a cherché, un troisième
        qui reconnaît son navigateur, et après une action un dernier, d’une minute, qui porte sa confirmation&nbsp;; le
        site note avec la session le genre d’appareil, par exemple «&nbsp;iPhone · Safari&nbsp;», pour le montrer à
        cette personne.
      </p>
      <p>
        Votre adresse IP n’est pas écrite dans le journal du site. Pour freiner les abus, le serveur peut la garder en
        mémoire, une heure au plus (trente jours pour le comité, après sa connexion).
      </p>
      {behindProxy && (
        <p>
          Votre demande passe d’abord par un serveur intermédiaire (proxy), qui la remet au site&nbsp;: il voit votre
          adresse IP et la page demandée. Réglé comme nous le prévoyons, son journal ne retient que l’heure, le début de
          l’adresse de la page et l’issue&nbsp;: ni adresse IP, ni lien personnel, ni rien de ce que vous écrivez. Le
          journal d’un hébergeur peut en dire plus&nbsp;: demandez-le-nous.
        </p>
      )}
      <p>
        Pendant que vous remplissez un formulaire, un brouillon reste dans cet onglet de votre navigateur, pour le
        retrouver si vous allez lire la charte. Il n’en sort pas, et disparaît après l’envoi ou avec l’onglet. Il en va
        de même des fiches que le comité remplit&nbsp;; sa déconnexion efface leurs brouillons. Le lien vers une
        autorisation parentale remplie reste lui aussi dans l’onglet, jusqu’à ce que vous le fermiez.
      </p>
    </PrivacySection>
  );
}

export function Rights() {
  return (
    <PrivacySection id="droits">
      <ul>
        <li>
          Voir vos données&nbsp;: nous vous remettons tout ce que le site a sur vous, en PDF ou en JSON, gratuitement,
          en règle générale dans les 30 jours (art. 25 LPD).
        </li>
        <li>Les faire corriger, ou effacer partout, sauf ce que les comptes doivent garder (art. 32 LPD).</li>
        <li>Nous dire que vous ne voulez plus que nous les traitions.</li>
      </ul>
      <p>
        Un mot suffit, par exemple par la page <Link to="/contact">Contact</Link>&nbsp;; nous vérifions que c’est bien
        vous. Vous pouvez aussi vous adresser au Préposé fédéral à la protection des données et à la transparence
        (PFPDT),{" "}
        <a href="https://www.edoeb.admin.ch/" rel="noopener">
          edoeb.admin.ch
        </a>
        .
      </p>
    </PrivacySection>
  );
}

export const Minors = () => (
  <PrivacySection id="mineurs">
    <p>
      À 16 et 17 ans, l’accord d’un représentant légal est nécessaire. Après l’envoi, le site propose une autorisation
      parentale remplie avec ces mêmes données&nbsp;; le lien s’ouvre pendant {LINK_OPEN_DAYS} jours. Le site note
      seulement si la feuille signée est revenue&nbsp;: le comité garde le papier. Le représentant légal peut nous
      écrire au nom du ou de la mineur·e.
    </p>
  </PrivacySection>
);

export const Access = () => (
  <PrivacySection id="qui">
    <p>
      Les membres du comité qui ont un compte personnel, protégé par un mot de passe, et ceux qui reçoivent les e-mails
      du site. Nos prestataires techniques les traitent pour nous. Nous ne les transmettons à personne d’autre, sauf si
      la loi l’exige.
    </p>
  </PrivacySection>
);

export const Images = () => (
  <PrivacySection id="photos">
    <p>
      Le prénom, le nom, le poste et la photo des membres du comité sont publiés sur ce site, visibles dans le monde
      entier (art. 18 LPD). Si une image vous gêne, la vôtre ou celle d’une fête, écrivez-nous&nbsp;: nous la retirons.
    </p>
  </PrivacySection>
);
