import { Fragment } from "react";
import Triangle from "#app/ui/drawings/sign-warning.svg?drawing";
import type { MemberView } from "./member-view.server.ts";

export const MemberDetails = ({ member: { details } }: { member: MemberView }) => (
  <dl className="member__details">
    {details.map(({ label, text, href, isMissing, isMinor }) => (
      <Fragment key={label}>
        <dt>{label}</dt>
        <dd className="member__note">
          {isMissing ? (
            <span className="badge badge--failure">
              <Triangle />
              {text}
            </span>
          ) : (
            <bdi>{href ? <a href={href}>{text}</a> : text}</bdi>
          )}
          {isMinor && <b className="minor">Mineur</b>}
        </dd>
      </Fragment>
    ))}
  </dl>
);
