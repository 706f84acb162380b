import type { ReactNode } from "react";
import Triangle from "#app/ui/drawings/sign-warning.svg?drawing";
import { MEMBER_LABELS as LABELS } from "#domain/members/member.ts";
import type { MemberView } from "./member-view.server.ts";

/** A row without a value is left out. */
const Row = ({ label, children }: { label: string; children: ReactNode }) =>
  children ? (
    <>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </>
  ) : null;

const Phone = ({ text, href }: { text: string; href: string }) => <a href={href}>{text}</a>;

export function MemberDetails({ member }: { member: MemberView }) {
  const { address, phone, email, birth, minor, lacksConsent, consentOn, guardian, since, returnedOn, note } = member;
  return (
    <dl className="member__details">
      <Row label="Adresse">
        {address.length === 0 ? (
          <Missing>manquante</Missing>
        ) : (
          address.map((line) => (
            <bdi key={line} className="member__line">
              {line}
            </bdi>
          ))
        )}
      </Row>
      <Row label={LABELS.phone}>{phone && <Phone {...phone} />}</Row>
      <Row label={LABELS.email}>{email && <a href={`mailto:${email}`}>{email}</a>}</Row>
      <Row label={LABELS.birthDate}>
        {birth} {minor && <b className="minor">Mineur</b>}
      </Row>
      <Row label="Papier des parents">
        {lacksConsent ? <Missing>manquant</Missing> : consentOn && `reçu le ${consentOn}`}
      </Row>
      <Row label={LABELS.guardianName}>
        {(guardian.name || guardian.phone) && (
          <>
            <bdi>{guardian.name}</bdi> {guardian.phone && <Phone {...guardian.phone} />}
          </>
        )}
      </Row>
      <Row label={LABELS.since}>{since}</Row>
      <Row label={LABELS.returnedOn}>{returnedOn}</Row>
      <Row label={LABELS.note}>{note && <span className="member__note">{note}</span>}</Row>
    </dl>
  );
}

const Missing = ({ children }: { children: string }) => (
  <span className="badge badge--failure">
    <Triangle />
    {children}
  </span>
);
